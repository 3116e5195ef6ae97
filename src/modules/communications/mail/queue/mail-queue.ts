import type { TenantName } from '#core/access/platform.ts';
import { LeasedTable, type Postponed } from '#core/queue/leased-table.ts';

/**
 * The source that mails are claimed from: the single mails of a tenant, one of its batches, or one of its mailboxes.
 */
export interface MailQueue extends TenantName {
  /** Null for single mails, including those of the platform. */
  readonly batchId: string | null;
  /** The mailbox whose own server sends the mails; null for other mails. */
  readonly connectionId: string | null;
}

export const keyOf = ({ tenantId, batchId, connectionId }: MailQueue): string =>
  `${tenantId}/${batchId ?? connectionId ?? ''}`;

export interface LaterMail extends Postponed {
  /** Added to the number of tries. */
  readonly tries: number;
  /** Replaces the last error, unless it is null. */
  readonly error: string | null;
}

/** A started mail is never sent again automatically. The claim is renewed however slow a mail server is. */
export const mailTable = new LeasedTable<LaterMail>({
  table: 'mail_outbox',
  key: 'email_id',
  leaseMs: 60_000,
  starts: {
    where: `(q.batch_id is null or exists (
      select from mail_batches b where b.tenant_id = $1::bigint and b.id = q.batch_id and b.status = 'sending'))`,
  },
  later: {
    types: { tries: 'int', error: 'text' },
    set: 'tries = q.tries + p.tries, error = coalesce(p.error, q.error)',
  },
});

/** Delays before each retry, when a mail server asks to try later. */
export const retryDelaysMs = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000];
