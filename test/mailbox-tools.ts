import { newId } from '#lib/ids.ts';
import type { Client, Json, TestApp } from './harness.ts';
import type { SmtpSink } from './smtp-sink.ts';

/** Adds a mailbox whose server is a sink, in the state after connecting it. */
export async function addMailbox(
  { app, sql }: TestApp,
  owner: Client,
  sink: SmtpSink,
  more: Json = {},
): Promise<string> {
  const id = newId();
  const server = { host: '127.0.0.1', port: sink.port, secure: false, username: '' };
  const password = await app.services.vault.encrypt(more.password ?? '');
  await sql(
    `insert into communications_mailbox_connections (tenant_id, id, provider, email, name, owner_id, team_ids, sharing, signature, status, imap, smtp, imap_password)
     select n.id, $2, $3, $4, $5, $6, $7, $8, $9, 'active', $10, $10, $11 from tenants n where n.account_key = $1`,
    [
      owner.accountKey,
      id,
      more.provider ?? 'imap',
      more.email ?? 'ada@own.example',
      more.name ?? 'Ada Lovelace',
      more.teamIds ? null : owner.userId,
      more.teamIds ?? [],
      more.sharing ?? 'contacts',
      more.signature ?? null,
      JSON.stringify({ ...server, ...more.server }),
      password,
    ],
  );
  return id;
}

/** Stores a received mail as the synchronisation of a mailbox does. */
export async function receiveMail(
  { sql }: TestApp,
  owner: Client,
  conversationId: string,
  more: Json = {},
): Promise<string> {
  const id = newId();
  await sql(
    `insert into communications_emails (tenant_id, id, direction, type, status, "from", "to", subject, text, html, message_id, received_at,
       conversation_id, connection_id, visibility, viewer_ids, contact_id, category, read)
     select n.id, $2, 'inbound', 'mailbox', 'received', $3, '{ada@own.example}', $4, $5, $6, $7, coalesce($13, now()), $8, $9, $10, $11, $12, 'personal', false
     from tenants n where n.account_key = $1`,
    [
      owner.accountKey,
      id,
      more.from ?? 'grace@client.example',
      more.subject ?? 'Question',
      more.text === undefined ? 'How are you?' : more.text,
      more.html ?? null,
      more.messageId ?? `<${id}@client.example>`,
      conversationId,
      more.connectionId ?? null,
      more.visibility ?? 'everyone',
      more.viewerIds ?? [],
      more.contactId ?? null,
      more.receivedAt ?? null,
    ],
  );
  return id;
}

/** Creates a conversation that only its owner sees. */
export async function privateConversation({ sql }: TestApp, owner: Client, more: Json = {}): Promise<string> {
  const id = newId();
  await sql(
    `insert into communications_conversations (tenant_id, id, subject, status, owner_id, visibility, viewer_ids, contact_id, connection_id)
     select n.id, $2, $3, 'open', $4, $5, $6, $7, $8 from tenants n where n.account_key = $1`,
    [
      owner.accountKey,
      id,
      more.subject ?? 'Secret plans',
      owner.userId,
      more.visibility ?? 'private',
      more.viewerIds ?? [owner.userId],
      more.contactId ?? null,
      more.connectionId ?? null,
    ],
  );
  return id;
}
