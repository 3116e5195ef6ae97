import type { Services, TransactionContext } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { newId } from '#lib/ids.ts';
import { emails } from '../../model-names.ts';

/** A stand-in: stores a mail once by its Message-ID. */
export interface Mailbox {
  readonly tenantId: string;
  readonly accountKey: string;
  readonly connectionId: string;
  readonly ownerId: string | null;
  readonly teamIds: readonly string[];
  readonly email: string;
  readonly sharing: 'contacts' | 'everything' | 'metadata' | 'nothing';
  readonly blocklist: readonly string[];
  readonly createsContacts: boolean;
}
export interface FetchedMessage {
  readonly source: Buffer;
  readonly cut: boolean;
  readonly receivedAt: Date | undefined;
  readonly seen: boolean;
  readonly threadId: string | undefined;
  readonly folder: 'inbox' | 'sent' | 'other';
}
export interface PreparedMessage {
  readonly messageId: string;
  readonly subject: string;
  readonly read: boolean;
}
export interface StoredMessage {
  readonly emailId: string | null;
  readonly outcome: 'created' | 'known' | 'left out';
}

export async function prepareMessage(
  _services: Services,
  _mailbox: Mailbox,
  { source, seen }: FetchedMessage,
): Promise<PreparedMessage> {
  const text = source.toString('latin1');
  return {
    messageId: /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? `<${newId()}>`,
    subject: /^subject:\s*(.*)/im.exec(text)?.[1]?.trim() ?? '',
    read: seen,
  };
}

export async function storeMessages(
  within: TransactionContext,
  { connectionId }: Mailbox,
  messages: readonly PreparedMessage[],
): Promise<readonly StoredMessage[]> {
  const results: StoredMessage[] = [];
  for (const { messageId, subject, read } of messages) {
    const [known] = await within.tx.query<{ id: string }>(
      'select id from communications_emails where tenant_id = $1::bigint and message_id = $2::text limit 1',
      [within.caller.tenantId, messageId],
    );
    if (known) {
      results.push({ emailId: known.id, outcome: 'known' });
      continue;
    }
    const values = {
      messageId,
      subject,
      read,
      direction: 'inbound',
      status: 'received',
      type: 'mailbox',
      connectionId,
    };
    const [emailId] = await insertMany(within, emails(within), [{ values }]);
    results.push({ emailId: emailId as string, outcome: 'created' });
  }
  return results;
}
