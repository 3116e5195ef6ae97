import { Type } from 'typebox';
import { invoke, operations } from '#core/operations/index.ts';
import { isWriteApproved } from './always-approved.ts';
import { modelName, recordId, requireModel, writesAny } from './find-model.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { writtenResult } from './result-size.ts';
import type { Tool, ToolInput } from './tool.ts';

export const updateRecord: Tool = {
  name: 'updateRecord',
  description: 'Changes fields of a record and keeps the others.',
  writes: true,
  input: Type.Object(
    { model: modelName, id: recordId, changes: Type.Object({}, { additionalProperties: true, minProperties: 1 }) },
    { additionalProperties: false },
  ),
  isUsable: writesAny,
  needsApproval: (context, { model, changes }) => isWriteApproved(requireModel(context, model), changes),
  target: (context, { model, id }) => ({ model: requireModel(context, model), id: String(id) }),
  async run(context, { model: name, id, changes }) {
    const model = requireModel(context, name);
    refuseSecrets(model, changes as ToolInput);
    const answer = await invoke(context, operations.update, model, { id: String(id), record: changes });
    return {
      result: writtenResult(answer),
      written: { model: model.name, id: answer.id, change: 'updated', version: answer.version },
    };
  },
};
