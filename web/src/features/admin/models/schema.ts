import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import type { Page } from '~/api/records.ts';
import type { Field, Model, Rule } from '~/metadata/model.ts';

/** A deleted model or field that can be restored. */
export interface DeletedEntry {
  readonly kind: 'model' | 'field';
  readonly moduleKey: string;
  readonly slug: string;
  readonly key?: string;
  readonly type?: string;
  readonly label: string;
  readonly deletedAt: string;
  readonly deletedBy: { readonly _id: string; readonly email: string | null } | null;
  readonly restorableUntil: string;
  readonly restorePath: string;
}

/** The limits of an account on the server. */
export const limits = { models: 100, fieldsOfModel: 200, fields: 2000, options: 200, rulesOfModel: 50 };

export const customFieldsOf = ({ fields }: Model): number => fields.filter(({ custom }) => custom).length;

const path = '/api/data/models';

interface ModelPath {
  readonly moduleKey: string;
  readonly slug: string;
}

const pathOf = ({ moduleKey, slug }: ModelPath): string => `${path}/${moduleKey}/${slug}`;

/** The answer when the server does the work in a job, because it is too much for one request. */
interface Queued {
  readonly jobId: string;
}

type Body = Readonly<Record<string, unknown>>;

export const schema = {
  createModel: (model: Body): Promise<Model> => request('POST', path, { body: model }),
  changeModel: (model: ModelPath, change: Body): Promise<Model> => request('PATCH', pathOf(model), { body: change }),
  removeModel: (model: ModelPath): Promise<undefined> => request('DELETE', pathOf(model)),
  removeModelWithRecords: (model: ModelPath): Promise<Queued> =>
    request('DELETE', pathOf(model), { query: { withRecords: true, async: true } }),
  createField: (model: ModelPath, field: Body): Promise<Field> =>
    request('POST', `${pathOf(model)}/fields`, { body: field }),
  changeField: (model: ModelPath, key: string, change: Body): Promise<Field> =>
    request('PATCH', `${pathOf(model)}/fields/${key}`, { body: change }),
  removeField: (model: ModelPath, key: string): Promise<undefined> =>
    request('DELETE', `${pathOf(model)}/fields/${key}`),
  createRule: (model: ModelPath, rule: Body): Promise<Rule> =>
    request('POST', `${pathOf(model)}/rules`, { body: rule }),
  changeRule: (model: ModelPath, id: string, change: Body): Promise<Rule> =>
    request('PATCH', `${pathOf(model)}/rules/${id}`, { body: change }),
  removeRule: (model: ModelPath, id: string): Promise<undefined> => request('DELETE', `${pathOf(model)}/rules/${id}`),
  restoreField: ({ restorePath }: DeletedEntry): Promise<Field> => request('POST', restorePath),
  restoreModel: ({ restorePath }: DeletedEntry): Promise<Queued> =>
    request('POST', restorePath, { query: { async: true } }),
};

/** The key begins with that of the registry, so that both are read again together. */
export const deletedQuery = queryOptions({
  queryKey: [...keys.registry, 'deleted'],
  queryFn: async ({ signal }) =>
    (await request<Page<DeletedEntry>>('GET', path, { query: { deleted: true }, signal })).data,
});
