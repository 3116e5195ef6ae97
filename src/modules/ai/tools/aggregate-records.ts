import { Type } from 'typebox';
import { invoke, operations } from '#core/operations/index.ts';
import { modelName, readsAny, requireModel } from './find-model.ts';
import { firstFitting } from './result-size.ts';
import type { Tool } from './tool.ts';

const maxGroups = 200;
const defaultGroups = 50;

const fields = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 130 }), { maxItems: 10, description }));

export const aggregateRecords: Tool = {
  name: 'aggregateRecords',
  description:
    'Counts records and computes sums, averages, minima and maxima, perhaps in groups: {"model":"opportunities","groupBy":["stage"],"sum":["value"],"count":true}. Use it for figures over many records. filter is that of queryRecords.',
  writes: false,
  input: Type.Object(
    {
      model: modelName,
      filter: Type.Optional(Type.Object({}, { additionalProperties: true })),
      groupBy: fields('Fields, or dates by period: createdAt:month (day, week, month, quarter, year).'),
      sum: fields('Numeric fields.'),
      avg: fields('Numeric fields.'),
      min: fields('Fields.'),
      max: fields('Fields.'),
      count: Type.Optional(Type.Boolean({ description: 'Also the number of records; the default without measures.' })),
      sort: Type.Optional(
        Type.String({ maxLength: 200, description: 'A group, count or sum.value; - in front: descending.' }),
      ),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxGroups })),
    },
    { additionalProperties: false },
  ),
  isUsable: readsAny,
  async run(context, { model: name, limit = defaultGroups, ...query }) {
    const model = requireModel(context, name);
    const max = Number(limit);
    // Ask for one group more than the limit, to know whether there are more.
    const { body } = await invoke(context, operations.aggregate, model, { ...query, limit: max + 1 });
    const { data } = JSON.parse(body) as { data: readonly unknown[] };
    const groups = firstFitting(data.slice(0, max));
    const isCut = groups.length < data.length;
    return {
      result: {
        groups,
        ...(isCut && { note: `Only the first ${groups.length} groups: there are more. Use sort, filter or limit.` }),
      },
    };
  },
};
