import { Type } from 'typebox';
import { invoke, operations } from '#core/operations/index.ts';
import { modelName, readsAny, requireModel } from './find-model.ts';
import { firstFitting } from './result-size.ts';
import type { Tool } from './tool.ts';

const maxRows = 50;
const defaultRows = 20;

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly total?: number; readonly hasMore: boolean; readonly page: number };
}

export const queryRecords: Tool = {
  name: 'queryRecords',
  description:
    'Finds records of a model. filter has fields with values ({"status":"open"}) or operators ({"value":{"gte":1000}}, {"name":{"contains":"acme"}}, {"id":{"in":["…"]}}); sort is a field, with - in front for descending.',
  writes: false,
  input: Type.Object(
    {
      model: modelName,
      filter: Type.Optional(Type.Object({}, { additionalProperties: true })),
      sort: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxRows })),
      fields: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
    },
    { additionalProperties: false },
  ),
  isUsable: readsAny,
  async run(context, { model: name, fields, limit = defaultRows, ...rest }) {
    const model = requireModel(context, name);
    const query = { ...rest, limit, ...(Array.isArray(fields) && { fields: fields.join(',') }) };
    const { body } = await invoke(context, operations.search, model, { query: () => query });
    const { data, meta } = JSON.parse(body) as Page;
    const records = firstFitting(data);
    const left = data.length - records.length;
    return {
      result: {
        records,
        total: meta.total,
        page: meta.page,
        hasMore: meta.hasMore || left > 0,
        ...(left > 0 && { note: `${left} more records of this page did not fit: ask for fewer fields.` }),
      },
    };
  },
};
