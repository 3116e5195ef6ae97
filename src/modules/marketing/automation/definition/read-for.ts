import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { JsonObject } from './definition.ts';

/** A record for the owner of the workflow; undefined when it does not exist or is out of reach. */
export async function readFor(context: Context, model: Model, id: string): Promise<JsonObject | undefined> {
  try {
    const { body } = await invoke(context, operations.get, model, { id, query: {} });
    return JSON.parse(body) as JsonObject;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}
