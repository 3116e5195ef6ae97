import type { Context, TransactionContext } from '#core/context.ts';
import { authorize, invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { type SalesSlug, salesModel } from './sales-model.ts';

/** Operations on one record for the caller. */

export async function readRecord(context: Context, slug: SalesSlug, id: string): Promise<RecordObject> {
  const { body } = await invoke(context, operations.get, salesModel(context, slug), { id, query: {} });
  return JSON.parse(body) as RecordObject;
}

/** Locks a record that the caller may write, and returns the fields that the caller sees. */
export async function lockRecord(context: TransactionContext, slug: SalesSlug, id: string): Promise<RecordObject> {
  const model = salesModel(context, slug);
  await lockWithinReach(context, authorize(context, operations.update, model), id);
  return readRecord(context, slug, id);
}

export async function createRecord(context: Context, slug: SalesSlug, record: RecordObject): Promise<RecordObject> {
  const { body } = await invoke(context, operations.create, salesModel(context, slug), { record });
  return JSON.parse(body) as RecordObject;
}

export const updateRecord = (context: Context, slug: SalesSlug, id: string, record: RecordObject): Promise<unknown> =>
  invoke(context, operations.update, salesModel(context, slug), { id, record });

/** The records that match a query and that the caller may read, the oldest first. */
export async function findRecords(
  context: Context,
  slug: SalesSlug,
  matching: { readonly filter: unknown } | { readonly q: string },
  fields: readonly string[],
  limit = 5,
): Promise<RecordObject[]> {
  const query = { ...matching, fields: [...fields], sort: ['createdAt'], limit, count: 'none' };
  const { body } = await invoke(context, operations.list, salesModel(context, slug), { query: () => query });
  return (JSON.parse(body) as { data: RecordObject[] }).data;
}
