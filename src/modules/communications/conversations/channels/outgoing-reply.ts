import { asPlatform } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { conversations, emails } from '../../model-names.ts';
import { recountConversations } from '../recount.ts';
import type { Channel } from './add-messages.ts';

/**
 * A reply that another system sends: a social platform or an SMS provider. Its record is written as unconfirmed before the call, so that
 * a crash leaves it in the right state. The call is made once.
 */

/** A conversation of the channel that the caller may read. `label` is for the error message. */
export async function readAnswerable(
  context: Context,
  id: string,
  channel: Channel,
  label: string,
): Promise<RecordObject> {
  const { body } = await invoke(context, operations.get, conversations(context), { id, query: {} });
  const found = JSON.parse(body) as RecordObject;
  if (found.channel !== channel) throw notFound(`${label} ${id}`);
  return found;
}

interface OutgoingReply {
  readonly type: Channel;
  readonly fromName: string;
  readonly text: string;
  readonly contactId?: JsonValue;
  readonly connectionId?: string;
  readonly metadata: Readonly<Record<string, JsonValue>>;
}

/** Writes the record of a reply before the call. `unconfirmed` is what people read when the call has no answer. */
export async function recordReply(
  within: TransactionContext,
  id: string,
  { _id, subject }: RecordObject,
  unconfirmed: string,
  reply: OutgoingReply,
): Promise<void> {
  const values = {
    ...{ direction: 'outbound', status: 'failed', unconfirmed: true, error: unconfirmed, read: true },
    ...{ subject: subject ?? null, conversationId: String(_id) },
    ...reply,
  };
  await insertMany(within, emails(within), [{ id, values }], { withoutHooks: true });
}

/** Marks a reply that the other system accepted. Returns the JSON of its record. */
export async function confirmReply(
  within: TransactionContext,
  conversationId: string,
  id: string,
  messageId: string | null,
): Promise<string> {
  const sentAt = new Date().toISOString();
  const values = { status: 'sent', unconfirmed: false, error: null, sentAt, messageId };
  await updateMany(within, emails(within), [{ id, values }], { withoutHooks: true });
  const platform = asPlatform(within);
  await recountConversations(platform, [conversationId]);
  const { body } = await invoke(platform, operations.get, emails(within), { id, query: {} });
  return body;
}

/** Marks a reply that the other system refused, so it can be written again. */
export const refuseReply = (context: Context, id: string, error: string): Promise<unknown> =>
  inTransaction(context, (within) =>
    updateMany(within, emails(within), [{ id, values: { unconfirmed: false, error } }], { withoutHooks: true }),
  );
