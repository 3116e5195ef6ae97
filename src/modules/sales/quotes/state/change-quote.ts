import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { updateByPlatform } from '#core/operations/platform-update.ts';
import { type LockedRecord, lockWithinReach } from '#core/operations/update.ts';
import { quotes } from '../model-names.ts';

/** Locks a quote that the caller may write. */
export const lockQuote = (
  context: TransactionContext,
  id: string,
  ifVersion?: readonly number[],
): Promise<LockedRecord> =>
  lockWithinReach(context, authorize(context, operations.update, quotes(context)), id, ifVersion);

/** Writes fields of a locked quote as the platform, and returns the quote as JSON text. */
export const writeQuote = (
  context: TransactionContext,
  quote: LockedRecord,
  values: Readonly<Record<string, JsonValue>>,
): Promise<string> => updateByPlatform(context, context.caller.access.grant(quotes(context), 'write'), quote, values);
