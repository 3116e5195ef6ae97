import { createHash } from 'node:crypto';
import type { TransactionContext } from '#core/context.ts';
import { countMail, type MailWindow } from '../sql/account-mails.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const fivePerDay: readonly MailWindow[] = [
  { max: 1, perMs: 10 * minuteMs },
  { max: 5, perMs: dayMs },
];
const tenPerHour: readonly MailWindow[] = [{ max: 10, perMs: hourMs }];

/** The limits of one address, by the reason of the mail. */
const limits = {
  /** An admin invites the address. */
  invitation: fivePerDay,
  /** An admin sends a link to choose a new password. */
  resetByAdmin: fivePerDay,
  /** A client without a session requests a link. */
  asked: tenPerHour,
  /** The address became, or was until now, the address of a user. */
  changed: tenPerHour,
} as const;

/**
 * Counts a mail to an address, in the transaction that sends it. False when the limit is reached. The count is in the
 * database, so that one limit applies to all nodes.
 */
export const consumeMailQuota = (
  context: TransactionContext,
  kind: keyof typeof limits,
  email: string,
): Promise<boolean> => countMail(context, kind, addressHash(email), limits[kind]);

const addressHash = (email: string): Buffer => createHash('sha256').update(email.toLowerCase()).digest();
