import { type Static, Type } from 'typebox';
import { merge } from '../../data/contract.ts';
import { actionOutput } from './action-tool.ts';
import { modelName, recordId, requireModel, writesAny } from './find-model.ts';
import type { Tool } from './tool.ts';

const mergeInput = Type.Object(
  {
    model: modelName,
    winnerId: Type.String({ format: 'uuid', description: 'The record that is kept.' }),
    loserIds: Type.Array(recordId, { minItems: 1, maxItems: 20, description: 'The records that go to the trash.' }),
    values: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Fields to set in the kept record, such as from the others.' },
      ),
    ),
  },
  { additionalProperties: false },
);

/** A person always approves it, because it moves everything that refers to the other records. */
export const mergeRecords: Tool = {
  name: 'mergeRecords',
  description:
    'Merges records that stand for the same thing: what refers to the others moves to the kept one, and they go to the trash. A person approves it first.',
  writes: true,
  input: mergeInput,
  isUsable: writesAny,
  needsApproval: () => true,
  target: (context, { model, winnerId }) => ({ model: requireModel(context, model), id: String(winnerId) }),
  async run(context, input) {
    const given = input as Static<typeof mergeInput>;
    const model = requireModel(context, given.model);
    const answer = await context.services.actions.run(context, merge, { ...given, model: model.name });
    return actionOutput(context, model.name, { id: given.winnerId, change: 'updated' }, answer);
  },
};
