import type { Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import type { Mail } from '#lib/mail.ts';
import { type Context, inTransaction, type Services } from '../context.ts';

/** The channel on which every node listens for mail to send. */
export const mailChannel = 'atrium_mail';

interface NewMail {
  readonly emailId: string;
  readonly batchId?: string | null;
  /** Defaults to now. */
  readonly sendAt?: Date | undefined;
  /** The mailbox whose own server sends the mail. */
  readonly connectionId?: string;
  /** A `SecretLink`, as `sealLink` encrypted it. */
  readonly sealedLink?: string;
}

/**
 * A link that gives access, so no record may contain it. The texts of the record contain `shown`; the mail that is sent
 * contains `actual` in its place.
 */
export interface SecretLink {
  readonly shown: string;
  readonly actual: string;
}

/** Encrypts a link for the time that its mail waits. */
export const sealLink = ({ vault }: Pick<Services, 'vault'>, link: SecretLink): Promise<string> =>
  vault.encrypt(JSON.stringify(link));

export const openLink = ({ vault }: Pick<Services, 'vault'>, sealed: string): SecretLink =>
  JSON.parse(vault.decrypt(sealed));

/** Adds mails that have records to the outbox, in the transaction that wrote the records. */
export const addToOutbox = (tx: Transaction, tenantId: string, mails: readonly NewMail[]): Promise<unknown> =>
  tx.query(
    `insert into mail_outbox (tenant_id, email_id, batch_id, next_at, connection_id, sealed_link)
     select $1::bigint, m.id, m.batch_id, coalesce(m.next_at, now()), m.connection_id, m.sealed_link
     from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[])
       m(id, batch_id, next_at, connection_id, sealed_link)`,
    [
      tenantId,
      mails.map(({ emailId }) => emailId),
      mails.map(({ batchId }) => batchId ?? null),
      mails.map(({ sendAt }) => sendAt?.toISOString() ?? null),
      mails.map(({ connectionId }) => connectionId ?? null),
      mails.map(({ sealedLink }) => sealedLink ?? null),
    ],
  );

/** Wakes the nodes when the transaction commits. */
export const notifyOutbox = (tx: Transaction): Promise<unknown> => tx.query(`select pg_notify('${mailChannel}', '')`);

/**
 * Sends a mail of the platform itself after the commit. It has no record. The content is stored encrypted until it is
 * sent, because it can contain a link that gives access to an account.
 */
export async function enqueueMail(
  context: Context,
  to: string,
  { subject, text, html }: Omit<Mail, 'id' | 'to'>,
): Promise<void> {
  const sealed = await context.services.vault.encrypt(JSON.stringify({ text, html }));
  await inTransaction(context, async ({ tx, caller }) => {
    await tx.query(
      `insert into mail_outbox (tenant_id, email_id, envelope, sealed) values ($1::bigint, $2::uuid, $3::jsonb, $4::text)`,
      [caller.tenantId, newId(), JSON.stringify({ to, subject }), sealed],
    );
    await notifyOutbox(tx);
  });
}
