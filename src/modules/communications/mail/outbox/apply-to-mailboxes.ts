import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { lockConnections, pauseForUser, requestChanges, resumeMailbox } from '../../mailboxes/contract.ts';
import { mailboxConnections } from '../../model-names.ts';
import { pauseTransport, resumeTransport } from '../../smtp/transport-pauses.ts';
import type { FinishedMail } from './claimed-mail.ts';
import { sendingError } from './sending-error.ts';
import { readMailboxError } from './sql/mailbox-error.ts';

/**
 * Updates mailboxes from the results of sent mails. A mailbox whose server refuses the login or is unreachable is
 * paused with the reason: its mails wait, those of other mailboxes continue. Sent mails are copied to the folder of
 * sent mail.
 */
export async function applyToMailboxes(context: TransactionContext, finished: readonly FinishedMail[]): Promise<void> {
  const ofMailboxes = finished.filter(({ claimed }) => claimed.settings?.mailboxProvider !== undefined);
  if (ofMailboxes.length === 0) return;
  const { tx, caller } = context;
  const byMailbox = Map.groupBy(ofMailboxes, ({ claimed }) => claimed.settings?.id as string);
  const connected = await lockConnections(tx, caller.tenantId, [...byMailbox.keys()]);
  for (const [id, mails] of byMailbox) {
    if (!connected.has(id)) continue;
    await applyStatus(context, id, mails);
    const copies = mails.flatMap(({ claimed: { emailId }, sentCopy }) =>
      sentCopy === undefined ? [] : [{ connectionId: id, kind: 'append' as const, emailId, content: sentCopy }],
    );
    await requestChanges(tx, caller.tenantId, copies);
  }
}

async function applyStatus(context: TransactionContext, id: string, mails: readonly FinishedMail[]): Promise<void> {
  const { tx, caller } = context;
  const failures = mails.flatMap(({ outcome }) =>
    outcome.kind === 'transport' && !outcome.onlyThisMail ? [outcome] : [],
  );
  const [failure] = failures;
  if (failure) {
    await pauseTransport(tx, caller.tenantId, id);
    const error = sendingError.of(failure.message);
    if (failures.some(({ stop }) => stop)) await pauseForUser(context, id, error);
    else await saveStatus(context, id, { status: 'failing', error });
  } else if (mails.some(({ outcome }) => outcome.kind === 'accepted')) {
    if (!(await resumeTransport(tx, caller.tenantId, id))) return;
    if (!sendingError.is(await readMailboxError(tx, caller.tenantId, id))) return;
    await saveStatus(context, id, { status: 'active', error: null });
    await resumeMailbox(tx, caller.tenantId, id);
  }
}

const saveStatus = (
  context: TransactionContext,
  id: string,
  values: { readonly status: string; readonly error: string | null },
): Promise<unknown> => updateMany(context, mailboxConnections(context), [{ id, values }], { withoutHooks: true });
