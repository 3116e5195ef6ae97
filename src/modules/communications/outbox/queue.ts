/** Where mails are claimed from: the single mails of a tenant, those of one of its batches, or of one of its mailboxes. */
export interface MailQueue {
  readonly tenantId: string;
  readonly accountKey: string;
  /** Null for single mails, among them those of the platform. */
  readonly batchId: string | null;
  /** The mailbox whose own server sends them; null for other mails. */
  readonly connectionId: string | null;
}

export const keyOf = ({ tenantId, batchId, connectionId }: MailQueue): string =>
  `${tenantId}/${batchId ?? connectionId ?? ''}`;

/** How long a claim lasts without being renewed. It is renewed for as long as its node lives, however slow a mail server is. */
export const leaseMs = 60_000;
export const renewEveryMs = 15_000;

/** Before each further attempt, when a mail server says "later". */
export const retryDelaysMs = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000];
