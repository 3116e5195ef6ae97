import { type Context, inTransaction } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { emails } from '../../model-names.ts';
import { findSentText } from './sql/find-sent-text.ts';

/**
 * Writes what the provider reports about a text message that was sent as a reply. Returns false when no such message is
 * waiting for a report.
 */
export const reportText = (
  context: Context,
  providerId: string,
  status: 'sent' | 'delivered' | 'failed',
  error: string | null,
): Promise<boolean> =>
  inTransaction(context, async (within) => {
    if (status === 'sent') return false;
    const id = await findSentText(within.tx, within.caller.tenantId, providerId);
    if (id === undefined) return false;
    const values = {
      status,
      error: status === 'failed' ? (error ?? 'The message was not delivered.') : null,
      ...(status === 'delivered' && { deliveredAt: new Date().toISOString() }),
    };
    await updateMany(within, emails(within), [{ id, values }], { withoutHooks: true });
    return true;
  });
