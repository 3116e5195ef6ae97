import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailSuppressions } from '../../model-names.ts';
import { lockSuppression } from './sql/find-suppression.ts';
import { readMailContact } from './sql/mail-contact.ts';

export interface SuppressInput {
  readonly email: string;
  readonly reason: 'unsubscribed' | 'bounced' | 'complained' | 'manual';
  /** The list whose mail is suppressed; null or absent for all mail. */
  readonly emailListId?: string | null;
  /** The mail that caused it. It may be deleted by now. */
  readonly emailId?: string | null;
  readonly notes?: string;
}

/**
 * Suppresses mail to an address, for any caller: the caller needs no permission for suppressions, because this is a
 * consequence of something else. Does nothing when the address is suppressed already for the same reason and list.
 */
export function suppress(
  context: Context,
  { email, reason, emailListId = null, emailId, notes }: SuppressInput,
): Promise<void> {
  return inTransaction(context, async (within) => {
    const { tenantId } = within.caller;
    const found = await lockSuppression(within.tx, tenantId, { email, reason, emailListId });
    if (found?.active) return;
    const mail = emailId ? await readMailContact(within.tx, tenantId, emailId) : undefined;
    const record = {
      active: true,
      suppressedAt: new Date().toISOString(),
      ...(mail && { emailId, ...(mail.contactId !== null && { contactId: mail.contactId }) }),
      ...(notes !== undefined && { notes }),
    };
    const platform = withAllAccess(within);
    const model = emailSuppressions(within);
    if (found) await invoke(platform, operations.update, model, { id: found.id, record });
    else await invoke(platform, operations.create, model, { record: { email, reason, emailListId, ...record } });
  });
}

/** Lets mail of the list, or mailings in general, flow again. Does nothing when the address did not unsubscribe. */
export function liftUnsubscription(context: Context, email: string, emailListId: string | null): Promise<void> {
  return inTransaction(context, async (within) => {
    const key = { email, reason: 'unsubscribed', emailListId };
    // Usually there is one. Users can create further ones by the API.
    for (;;) {
      const found = await lockSuppression(within.tx, within.caller.tenantId, key);
      if (!found?.active) return;
      const record = { active: false };
      await invoke(withAllAccess(within), operations.update, emailSuppressions(within), { id: found.id, record });
    }
  });
}
