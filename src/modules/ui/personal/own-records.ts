import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { userOf } from './user-of.ts';

export interface OwnRecord {
  readonly _id: string;
  readonly [key: string]: unknown;
}

/** The caller's own records of a model that match the filter, sorted. */
export async function findOwn(
  context: Context,
  model: Model,
  filter: Readonly<Record<string, unknown>>,
  options: { readonly sort?: string; readonly limit?: number } = {},
): Promise<OwnRecord[]> {
  const query = { ...options, filter: { ...filter, userId: userOf(context) }, count: 'none' };
  const { body } = await invoke(context, operations.list, model, { query: () => query });
  return (JSON.parse(body) as { data: OwnRecord[] }).data;
}
