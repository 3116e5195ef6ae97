import type { Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';

/** The channel that tells every node about changes to make at the servers of mailboxes. */
export const mailboxChannel = 'atrium_mailboxes';

/** A change that the node with the lease of the mailbox makes at the server. */
export interface MailboxChange {
  readonly connectionId: string;
  readonly kind: 'seen' | 'unseen' | 'archive' | 'trash' | 'append';
  readonly emailId: string;
  /** The message as it was sent, for `append`, encrypted with the vault. */
  readonly content?: string;
}

/** Requests changes at the servers of mailboxes, in the transaction that changes the records. */
export async function requestChanges(
  tx: Transaction,
  tenantId: string,
  changes: readonly MailboxChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `insert into mailbox_changes (tenant_id, id, connection_id, kind, email_id, content)
     select $1::bigint, c.id, c.connection_id, c.kind, c.email_id, c.content
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[]) c(id, connection_id, kind, email_id, content)`,
    [
      tenantId,
      changes.map(() => newId()),
      changes.map(({ connectionId }) => connectionId),
      changes.map(({ kind }) => kind),
      changes.map(({ emailId }) => emailId),
      changes.map(({ content }) => content ?? null),
    ],
  );
  await tx.query(`select pg_notify('${mailboxChannel}', '')`);
}
