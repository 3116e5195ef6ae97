import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailSuppressions } from '../../model-names.ts';
import { lockSuppression } from './sql/find-suppression.ts';
import { readMailedPerson } from './sql/mailed-person.ts';

export interface SuppressInput {
  readonly email: string;
  readonly reason: 'unsubscribed' | 'bounced' | 'complained' | 'manual';
  /** The list whose mail is suppressed; null or absent for all mail. */
  readonly emailListId?: string | null;
  /** The mail that caused it. It may have been deleted since. */
  readonly emailId?: string | null;
  readonly notes?: string;
}

/**
 * Suppresses mail to an address. The caller needs no permission for suppressions, because the suppression results from
 * another action. Does nothing when the address is already suppressed for the same reason and list.
 */
export function suppress(
  context: Context,
  { email, reason, emailListId = null, emailId, notes }: SuppressInput,
): Promise<void> {
  return inTransaction(context, async (within) => {
    const { tenantId } = within.caller;
    const found = await lockSuppression(within.tx, tenantId, { email, reason, emailListId });
    if (found?.active) return;
    const mail = emailId ? await readMailedPerson(within.tx, tenantId, emailId) : undefined;
    const record = {
      active: true,
      suppressedAt: new Date().toISOString(),
      ...(mail && {
        emailId,
        ...(mail.contactId !== null && { contactId: mail.contactId }),
        ...(mail.leadId !== null && { leadId: mail.leadId }),
      }),
      ...(notes !== undefined && { notes }),
    };
    const platform = withAllAccess(within);
    const model = emailSuppressions(within);
    if (found) await invoke(platform, operations.update, model, { id: found.id, record });
    else await invoke(platform, operations.create, model, { record: { email, reason, emailListId, ...record } });
  });
}

/**
 * Ends the unsubscription of an address from a list, or from all mailings. Does nothing when the address did not
 * unsubscribe.
 */
export function liftUnsubscription(context: Context, email: string, emailListId: string | null): Promise<void> {
  return inTransaction(context, async (within) => {
    const key = { email, reason: 'unsubscribed', emailListId };
    // There is usually one, but users can create more by the API.
    for (;;) {
      const found = await lockSuppression(within.tx, within.caller.tenantId, key);
      if (!found?.active) return;
      const record = { active: false };
      await invoke(withAllAccess(within), operations.update, emailSuppressions(within), { id: found.id, record });
    }
  });
}
