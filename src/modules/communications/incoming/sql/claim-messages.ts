import type { Transaction } from '#db/database.ts';

export interface KnownMessage {
  readonly key: string;
  readonly emailId: string;
  /** False when the mail was deleted. */
  readonly exists: boolean;
}

/**
 * Claims the keys of messages for new mails, and returns the keys that are claimed already, in hex. It waits for transactions that insert
 * the same key; all insert in the same order, so there is no deadlock.
 */
export async function claimMessages(
  tx: Transaction,
  tenantId: string,
  claims: readonly { readonly key: Buffer; readonly emailId: string }[],
): Promise<KnownMessage[]> {
  if (claims.length === 0) return [];
  const keys = claims.map(({ key }) => key.toString('hex'));
  const taken = await tx.query<{ key: string }>(
    `insert into mailbox_messages (tenant_id, key, email_id)
     select $1::bigint, decode(c.key, 'hex'), c.email_id from unnest($2::text[], $3::uuid[]) c(key, email_id) order by c.key
     on conflict (tenant_id, key) do nothing returning encode(key, 'hex') as key`,
    [tenantId, keys, claims.map(({ emailId }) => emailId)],
  );
  if (taken.length === keys.length) return [];
  const own = new Set(taken.map(({ key }) => key));
  return tx.query<KnownMessage>(
    `select encode(m.key, 'hex') as key, m.email_id as "emailId", e.id is not null as exists
     from unnest($2::text[]) k(key) join mailbox_messages m on m.tenant_id = $1::bigint and m.key = decode(k.key, 'hex')
     left join communications_emails e on e.tenant_id = m.tenant_id and e.id = m.email_id`,
    [tenantId, keys.filter((key) => !own.has(key))],
  );
}

/** Assigns messages that are copies of mails that the platform sent to those mails. */
export const assignMessages = (
  tx: Transaction,
  tenantId: string,
  messages: readonly { readonly key: Buffer; readonly emailId: string }[],
) =>
  tx.query(
    `update mailbox_messages m set email_id = c.email_id, sent_here = true
     from unnest($2::text[], $3::uuid[]) c(key, email_id)
     where m.tenant_id = $1::bigint and m.key = decode(c.key, 'hex')`,
    [tenantId, messages.map(({ key }) => key.toString('hex')), messages.map(({ emailId }) => emailId)],
  );
