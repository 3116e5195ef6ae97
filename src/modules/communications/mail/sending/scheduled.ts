import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { notifyOutbox } from '#core/mail/outbox.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { emails } from '../../model-names.ts';

/**
 * Changes a scheduled mail together with its record. `change` returns false when the mail is being sent, or was sent.
 */
export const changeScheduled = (
  context: Context,
  id: string,
  record: Readonly<Record<string, string>>,
  change: (within: TransactionContext) => Promise<boolean>,
): Promise<{ text: string }> =>
  inTransaction(context, async (within) => {
    // An update without values writes nothing and answers 404 for a mail that the caller may not write.
    await invoke(within, operations.update, emails(within), { id, record: {} });
    if (!(await change(within)))
      throw new AppError(
        'conflict',
        'The mail is being sent, was sent, or was cancelled: it cannot be changed any more.',
      );
    // The hooks refuse changes of waiting mails.
    await updateMany(within, emails(within), [{ id, values: record }], { withoutHooks: true });
    await notifyOutbox(within.tx);
    const { body } = await invoke(within, operations.get, emails(within), { id, query: {} });
    return { text: body };
  });
