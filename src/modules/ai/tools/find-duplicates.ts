import { Type } from 'typebox';
import { listDuplicates } from '../../data/contract.ts';
import { modelName, readsAny, recordId, requireModel } from './find-model.ts';
import { firstFitting } from './result-size.ts';
import type { Tool } from './tool.ts';

const maxGroups = 50;

export const findDuplicates: Tool = {
  name: 'findDuplicates',
  description:
    'Finds records of a model that were probably entered twice, by the duplicate rules of the account. Each group has the ids, what agrees and a score up to 1. With id only groups with that record.',
  writes: false,
  input: Type.Object({ model: modelName, id: Type.Optional(recordId) }, { additionalProperties: false }),
  isUsable: readsAny,
  async run(context, { model: name, id }) {
    const model = requireModel(context, name);
    const input = { model: model.name, limit: maxGroups, ...(id !== undefined && { recordId: String(id) }) };
    const { data, meta } = await context.services.actions.run(context, listDuplicates, input);
    const groups = firstFitting(data.map(({ ids, reason, score }) => ({ ids, reason, score })));
    const isCut = meta.hasMore || groups.length < data.length;
    return {
      result: {
        groups,
        ...(isCut && { note: `Only the first ${groups.length} groups: there are more.` }),
        ...(!meta.ready && { note: 'Records are still being compared; ask again in a minute.' }),
      },
    };
  },
};
