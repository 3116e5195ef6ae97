import { isDeepStrictEqual } from 'node:util';
import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave } from '#core/models/hooks.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isInAudience } from '#core/query/reach.ts';
import { findCopies, queueReadState, recountConversations, setOwnerMarks } from '../conversations/contract.ts';
import { lockConnections, usableConnections } from '../mailboxes/contract.ts';
import { isWaiting } from './outbox/sql/is-waiting.ts';

/**
 * A user who changes `read` of a received mail changes it at the mail server too, and in the counts of its conversation, as the action `read` of
 * conversations does. The synchronisation and the outbox write mails without hooks.
 */
export const emailHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const { previous } = saving;
    const read = givenValue(saving, 'read');
    if (previous && isReceived(previous) && typeof read === 'boolean' && read !== (previous.read === true))
      await requireMayMark(context, saving.model, previous);
    if (previous && context.caller.userId !== null) await requireNotWaiting(context, saving, previous);
    return undefined;
  },

  async afterSave(context, { previous, record }) {
    if (!previous || !isReceived(record) || (record.read === true) === (previous.read === true)) return;
    await markAtServers(context, record);
    if (typeof record.conversationId !== 'string') return;
    await recountConversations(context, [record.conversationId]);
    await setOwnerMarks(context.tx, context.caller.tenantId, [record.conversationId]);
  },
};

/** The fields that decide what the outbox sends, to whom, how and when. */
const sentFields = [
  ...[
    'from',
    'fromName',
    'replyTo',
    'to',
    'cc',
    'bcc',
    'subject',
    'html',
    'text',
    'attachmentIds',
    'headers',
    'variables',
  ],
  ...[
    'direction',
    'status',
    'scheduledAt',
    'templateId',
    'batchId',
    'connectionId',
    'transportId',
    'inReplyTo',
    'references',
  ],
];

/**
 * Refuses to change a mail that waits in the outbox. Otherwise any user with the scope to write mails could redirect or rewrite an approved mail.
 * The outbox and the actions that cancel and reschedule write without hooks.
 */
async function requireNotWaiting(
  { tx, caller }: TransactionContext,
  saving: PendingSave,
  previous: RecordObject,
): Promise<void> {
  const changed = sentFields.find((key) => {
    const value = givenValue(saving, key);
    return value !== undefined && !isDeepStrictEqual(value, previous[key] ?? null);
  });
  if (changed === undefined || !(await isWaiting(tx, caller.tenantId, String(previous._id)))) return;
  throw new AppError(
    'conflict',
    `The mail waits to be sent, so ${changed} cannot be changed. Cancel the mail first: a scheduled one at DELETE /api/communications/email-scheduling/{id}, one of a batch at POST /api/communications/bulk-email/{batchId}/cancel, one of a mailbox by undoing it.`,
  );
}

const isReceived = ({ direction }: RecordObject): boolean => direction === 'inbound';

/**
 * Checks who may set `read`. The flag belongs to a mailbox: a colleague who may only read must not hide a mail from the
 * user of the mailbox.
 */
async function requireMayMark(context: TransactionContext, model: Model, mail: RecordObject): Promise<void> {
  const { tx, caller } = context;
  const { connectionId } = mail;
  if (caller.userId === null || typeof connectionId !== 'string') return;
  // Viewers by name or by team may mark it, like the users of the mailbox.
  const grant = caller.access.grant(model, 'write');
  if (await isInAudience(context, grant, { ...mail, visibility: 'private' })) return;
  if (!(await lockConnections(tx, caller.tenantId, [connectionId])).has(connectionId)) return;
  if ((await usableConnections(tx, caller.tenantId, caller.userId)).includes(connectionId)) return;
  throw invalid(
    'read',
    'read_only',
    'belongs to the mailbox of somebody else; POST /api/communications/conversations/{id}/read marks the conversation as read for you',
  );
}

/** Sets the read state on the server of the mailbox that brought the mail, and in copies in other mailboxes of the caller. */
async function markAtServers(within: TransactionContext, { _id, connectionId, read }: RecordObject): Promise<void> {
  const { tx, caller } = within;
  const emailId = String(_id);
  const usable = caller.userId === null ? [] : await usableConnections(tx, caller.tenantId, caller.userId);
  const copies = await findCopies(tx, caller.tenantId, [emailId], usable);
  const own = typeof connectionId === 'string' ? [{ emailId, connectionId }] : [];
  await queueReadState(within, [...own, ...copies], read === true);
}
