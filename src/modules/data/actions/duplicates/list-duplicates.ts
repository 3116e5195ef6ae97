import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import type { ActiveRule } from '#core/duplicates/keys-table.ts';
import { bringUpToDate } from '#core/duplicates/scan.ts';
import { badQuery } from '#core/errors.ts';
import { pageParameters, readId } from '#core/query/log-pages.ts';
import { activeRules } from '../../duplicates/active-rules.ts';
import { findGroups } from '../../duplicates/find-groups.ts';
import { readModelName } from '../../duplicates/read-model-name.ts';
import { scanDuplicatesJob } from '../../duplicates/scan-job.ts';

const strict = { additionalProperties: false };
const id = Type.String({ format: 'uuid' });

/** The records and events that a request compares itself. More are compared by a job. */
const scanBudget = 5000;

const group = Type.Object(
  {
    ids: Type.Array(id, { description: 'The oldest record first, 100 at most.' }),
    reason: Type.String({ description: 'What agrees, as in: The same email.' }),
    score: Type.Number({ minimum: 0, maximum: 1, description: '1 is complete agreement.' }),
    ruleId: id,
    method: Type.String(),
    fields: Type.Array(Type.String()),
  },
  strict,
);

const meta = Type.Object(
  {
    page: Type.Union([Type.Integer(), Type.Null()]),
    limit: Type.Integer(),
    hasMore: Type.Boolean(),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
    rules: Type.Integer({ description: 'The number of active rules of the model.' }),
    ready: Type.Boolean({
      description: 'False while a job still compares records, so that the list may grow: read it again later.',
    }),
    jobIds: Type.Array(id),
  },
  strict,
);

export const listDuplicates = defineAction({
  name: 'data.listDuplicates',
  summary: 'Lists groups of records that seem to be the same, by the duplicate rules of the model',
  routes: [{ method: 'GET', path: '/api/data/duplicates' }],
  access: 'signed-in',
  input: Type.Object(
    {
      model: Type.String({ description: 'A slug, a model key or module.slug.' }),
      recordId: Type.Optional(Type.String({ description: 'Only groups that contain this record.' })),
      ...pageParameters,
    },
    strict,
  ),
  output: Type.Object({ data: Type.Array(group), meta }, strict),
  async run(context, { model: name, recordId, page = 1, limit = 20, cursor }) {
    const model = readModelName(context, name);
    const grant = context.caller.access.grant(model, 'read');
    if (cursor !== undefined && page !== 1) throw badQuery('cursor', 'cannot be used together with page');
    // A group would reveal that hidden values agree.
    const rules = (await activeRules(context, model)).filter(
      ({ rule }) => !rule.match.some((key) => grant.hidden.has(key)),
    );
    const jobIds = await refresh(context, rules);
    const { groups, nextCursor } = await findGroups(context, {
      rules,
      grant,
      limit,
      skip: (page - 1) * limit,
      cursor,
      recordId: readId(recordId, 'recordId') ?? undefined,
    });
    return {
      body: {
        data: groups as never,
        meta: {
          page: cursor === undefined ? page : null,
          limit,
          hasMore: nextCursor !== null,
          nextCursor,
          rules: rules.length,
          ready: jobIds.length === 0,
          jobIds,
        },
      },
    };
  },
});

/** Returns the ids of the jobs that compare what this request did not. */
async function refresh(context: Context, rules: readonly ActiveRule[]): Promise<string[]> {
  const jobIds: string[] = [];
  for (const active of rules) {
    if (await bringUpToDate(context, active, scanBudget)) continue;
    jobIds.push(await context.services.jobs.enqueue(context, scanDuplicatesJob, { ruleId: active.rule.id }));
  }
  return jobIds;
}
