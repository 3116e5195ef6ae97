import { queryOptions } from '@tanstack/react-query';
import { actions, answer } from '~/api/actions.ts';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';

/** A status of a list. Stages of pipelines have all of the fields. */
export interface Status extends RecordData {
  readonly name: string;
  readonly key: string;
  readonly category: string;
  readonly color: string | null;
  readonly position: number | null;
  readonly isDefault: boolean;
  readonly probability?: number | null;
  readonly forecastCategory?: string | null;
  readonly rottingDays?: number | null;
  readonly requiredFields?: readonly string[] | null;
}

export interface Pipeline extends RecordData {
  readonly name: string;
  readonly isDefault: boolean;
  readonly active: boolean;
}

export const pipelinesPath = '/api/sales/pipelines';
export const stagesName = 'sales.opportunityStatuses';

/** True for a model that is a list of statuses. */
export const isStatusList = ({ slug, fields }: Model): boolean =>
  slug.endsWith('Statuses') && fields.some(({ key }) => key === 'category');

/** A list has at most 100 statuses. */
const limit = 100;

const listInput = (pipelineId: string | undefined) => ({
  filter: pipelineId === undefined ? undefined : { pipelineId },
  sort: ['position', 'createdAt'],
  limit,
});

export const statusesQuery = (model: Model, pipelineId: string | undefined) => {
  const input = listInput(pipelineId);
  return queryOptions({
    queryKey: keys.list(model.path, input),
    queryFn: async ({ signal }) => (await records.list(model.path, input, signal)).data as readonly Status[],
  });
};

const pipelinesInput = { sort: ['-isDefault', 'name'], limit };

export const pipelinesQuery = queryOptions({
  queryKey: keys.list(pipelinesPath, pipelinesInput),
  queryFn: async ({ signal }) =>
    (await records.list(pipelinesPath, pipelinesInput, signal)).data as readonly Pipeline[],
});

/** Stores the order, one position after the other; statuses that keep theirs are not written. */
export async function saveOrder(model: Model, statuses: readonly Status[]): Promise<void> {
  const operations = statuses.flatMap(({ _id, position }, n) =>
    position === n + 1 ? [] : [{ op: 'update' as const, _id, record: { position: n + 1 } }],
  );
  if (operations.length > 0) await records.bulk(model.path, operations);
}

/** Moves the records of a status to another one, and returns the job that does it. */
export const mergeStatuses = (model: Model, winnerId: string, loserIds: string[]): Promise<{ jobId: string }> =>
  answer(
    actions.POST('/api/data/statuses/merge', {
      body: { model: `${model.moduleKey}.${model.slug}`, winnerId, loserIds },
    }),
  );
