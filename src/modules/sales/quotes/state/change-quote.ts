import { Access } from '#core/access/access.ts';
import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { RecordObject } from '#core/models/record.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { answerOf } from '#core/operations/operation.ts';
import type { SavedRow } from '#core/operations/statements.ts';
import { lockWithinReach, saveChange } from '#core/operations/update.ts';
import { readRecord } from '#core/operations/validate.ts';
import { quotes } from '../model-names.ts';

/** A quote that is locked until the transaction ends. */
export interface LockedQuote {
  readonly before: SavedRow;
  readonly previous: RecordObject;
}

/** Locks a quote that the caller may write. */
export const lockQuote = (context: TransactionContext, id: string): Promise<LockedQuote> =>
  lockWithinReach(context, authorize(context, operations.update, quotes(context)), id);

/**
 * Writes fields of a locked quote as the platform, because clients cannot write most of them. Returns the quote as JSON
 * text, with the fields that the caller may see.
 */
export async function writeQuote(
  context: TransactionContext,
  { before, previous }: LockedQuote,
  values: Readonly<Record<string, JsonValue>>,
): Promise<string> {
  const model = quotes(context);
  const read = await readRecord(context, Access.system.grant(model, 'write'), values, 'merge', previous, {
    isPlatform: true,
  });
  const { saved } = await saveChange(context, model, before, read);
  return answerOf(saved, context.caller.access.grant(model, 'write')).body;
}
