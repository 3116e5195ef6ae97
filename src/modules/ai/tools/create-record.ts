import { Type } from 'typebox';
import { invoke, operations } from '#core/operations/index.ts';
import { isWriteApproved } from './always-approved.ts';
import { modelName, requireModel, writesAny } from './find-model.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { writtenResult } from './result-size.ts';
import type { Tool, ToolInput } from './tool.ts';

export const createRecord: Tool = {
  name: 'createRecord',
  description: 'Creates a record. The answer is the record, or what is wrong with its fields.',
  writes: true,
  input: Type.Object(
    { model: modelName, record: Type.Object({}, { additionalProperties: true }) },
    { additionalProperties: false },
  ),
  isUsable: writesAny,
  needsApproval: (context, { model, record }) => isWriteApproved(requireModel(context, model), record),
  async run(context, { model: name, record }) {
    const model = requireModel(context, name);
    refuseSecrets(model, record as ToolInput);
    const answer = await invoke(context, operations.create, model, { record });
    const { id, version } = answer;
    return { result: writtenResult(answer), written: { model: model.name, id, change: 'created', version } };
  },
};
