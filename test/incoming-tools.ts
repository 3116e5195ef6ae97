import { tenantContext } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { prepareMessage } from '../src/modules/communications/incoming/storing/prepare-message.ts';
import { storeMessages } from '../src/modules/communications/incoming/storing/store-messages.ts';
import type {
  FetchedMessage,
  Mailbox,
  PreparedMessage,
  StoredMessage,
} from '../src/modules/communications/messages/reading/message.ts';
import { readMail } from '../src/modules/communications/messages/reading/read-mail.ts';
import type { Client, Json, TestApp } from './harness.ts';

export interface TestMailbox extends Mailbox {
  readonly context: Context;
}

let mailboxes = 0;

/** Creates a mailbox that is not read: tests store its messages themselves. */
export async function mailboxOf(
  { app, sql }: TestApp,
  by: Client,
  settings: Partial<Mailbox> = {},
): Promise<TestMailbox> {
  const [{ id: tenantId }] = await sql('select id from tenants where account_key = $1', [by.accountKey]);
  const email = settings.email ?? `me-${++mailboxes}@ours.example`;
  const [{ id: connectionId }] = await sql(
    `insert into communications_mailbox_connections (tenant_id, id, provider, email, owner_id, team_ids, sharing)
     values ($1, gen_random_uuid(), 'imap', $2, $3, $4, $5) returning id`,
    [tenantId, email, by.userId, settings.teamIds ?? [], settings.sharing ?? 'contacts'],
  );
  return {
    tenantId,
    accountKey: by.accountKey,
    connectionId,
    ownerId: by.userId,
    teamIds: [],
    email,
    sharing: 'contacts',
    blocklist: [],
    createsContacts: false,
    ...settings,
    context: await tenantContext(app.services, { tenantId, accountKey: by.accountKey }),
  };
}

export const fetched = (source: string | Buffer, more: Partial<FetchedMessage> = {}): FetchedMessage => ({
  source: typeof source === 'string' ? Buffer.from(source, 'utf8') : source,
  cut: false,
  receivedAt: new Date(),
  seen: false,
  threadId: undefined,
  folder: 'inbox',
  ...more,
});

/** Stores messages as the synchronisation does. */
export async function store(mailbox: TestMailbox, ...messages: FetchedMessage[]): Promise<StoredMessage[]> {
  const prepared: PreparedMessage[] = [];
  for (const message of messages)
    prepared.push(await prepareMessage(mailbox.context.services, mailbox, message, readMail));
  return inTransaction(mailbox.context, async (within) => [...(await storeMessages(within, mailbox, prepared))]);
}

/** The rows of a stored message: its mail and its conversation. */
export async function rowsOf({ sql }: TestApp, stored: StoredMessage | undefined): Promise<[mail: Json, thread: Json]> {
  const [mail] = await sql('select * from communications_emails where id = $1', [stored?.emailId]);
  const [thread] = await sql('select * from communications_conversations where id = $1', [mail?.conversation_id]);
  return [mail, thread];
}
