import { Type } from 'typebox';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { modelName, readsAny, recordId, requireModel } from './find-model.ts';
import { maxBytes } from './result-size.ts';
import type { Tool } from './tool.ts';

export const getRecord: Tool = {
  name: 'getRecord',
  description: 'Reads one record by its id.',
  writes: false,
  input: Type.Object({ model: modelName, id: recordId }, { additionalProperties: false }),
  isUsable: readsAny,
  async run(context, { model: name, id }) {
    const model = requireModel(context, name);
    const { body } = await invoke(context, operations.get, model, { id: String(id), query: {} });
    if (Buffer.byteLength(body) > maxBytes)
      throw new AppError('payload_too_large', 'The record is too large: use queryRecords with fields.');
    return { result: JSON.parse(body) };
  },
};
