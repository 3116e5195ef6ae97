import { Type } from 'typebox';
import { inTransaction } from '#core/context.ts';
import { authorize, invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { isAlwaysApproved } from './always-approved.ts';
import { modelName, recordId, requireModel, writesAny } from './find-model.ts';
import type { Tool } from './tool.ts';

export const deleteRecord: Tool = {
  name: 'deleteRecord',
  description:
    'Deletes a record and what belongs to it. Unless the account allows more, it is a proposal that a person approves.',
  writes: true,
  input: Type.Object({ model: modelName, id: recordId }, { additionalProperties: false }),
  isUsable: writesAny,
  needsApproval: (context, { model }) =>
    !context.policy.allowed.has('deleteRecord') || isAlwaysApproved(requireModel(context, model)),
  target: (context, { model, id }) => ({ model: requireModel(context, model), id: String(id) }),
  async run(context, { model: name, id }) {
    const model = requireModel(context, name);
    return inTransaction(context, async (within) => {
      const { before } = await lockWithinReach(within, authorize(within, operations.remove, model), String(id));
      await invoke(within, operations.remove, model, { id: before.id });
      // A removal updates some models, for example it deactivates users.
      const written = model.removeSets
        ? { change: 'updated' as const, version: before.version + 1 }
        : { change: 'deleted' as const, version: before.version };
      return {
        result: { _id: before.id, deleted: true },
        written: { model: model.name, id: before.id, ...written },
      };
    });
  },
};
