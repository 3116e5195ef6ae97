import { type TSchema, Type } from 'typebox';
import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';

export const uuid = Type.String({ format: 'uuid' });

export const time = Type.String({ format: 'date-time' });

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const idInput = Type.Object({ id: uuid }, { additionalProperties: false });

export const recordAnswer = Type.Object({ _id: uuid }, { additionalProperties: true });

/** Reads a record for the caller. */
export async function readRecordOf(context: Context, model: Model, id: string): Promise<RecordObject> {
  const { body } = await invoke(context, operations.get, model, { id, query: {} });
  return JSON.parse(body) as RecordObject;
}

export const decisionInput = Type.Object(
  { id: uuid, comment: Type.Optional(Type.String({ maxLength: 2000 })) },
  { additionalProperties: false },
);
