import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, laneOf, outsideTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import {
  type AttemptTarget,
  claimAttempt,
  deleteAttempts,
  recordFailure,
  recordSuccess,
  releaseAttempt,
} from '../sql/sign-in-attempts.ts';

declare module '#core/context.ts' {
  interface Settings {
    /** The number of consecutive failed logins that locks an email address, and the duration of the lock. */
    readonly login: { readonly maxFailures: number; readonly lockMs: number };
  }
}

/** A pending attempt stops counting after this time, because its process has died. */
const abandonedMs = 15_000;
const firstPauseMs = 50;
const maxPauseMs = 1000;
const maxWaitMs = 20_000;

/** Unknown tenants have targets too, so that they behave like existing ones. */
export const targetOf = (tenantId: string | undefined, accountKey: string, email: string): AttemptTarget => ({
  tenantId: tenantId ?? '0',
  address: createHash('sha256').update(`${accountKey}\n${email.toLowerCase()}`).digest(),
});

/**
 * Claims an attempt to check one password, or throws because the address is locked. Failures and pending attempts are counted
 * together in the database, so that concurrent requests on all nodes check no more passwords than the limit allows.
 * Requests above the limit wait until the pending attempts end.
 */
export async function beginAttempt(context: Context, target: AttemptTarget): Promise<void> {
  const { maxFailures } = context.services.settings.login;
  const lane = laneOf(outsideTransaction(context), target.tenantId);
  let pauseMs = firstPauseMs;
  for (const deadline = Date.now() + maxWaitMs; Date.now() < deadline; ) {
    const claim = await claimAttempt(lane, target, { maxFailures, abandonedMs });
    if (claim?.allowed) return;
    if (claim?.lockedForMs) throw locked(claim.lockedForMs);
    await sleep(pauseMs * (0.5 + Math.random()));
    pauseMs = Math.min(pauseMs * 2, maxPauseMs);
  }
  throw new AppError('rate_limited', 'Too many sign-ins for this address at once; try again in a moment.', [], {
    'retry-after': '5',
  });
}

// The result of an attempt is written in the look-up lane, because statements there are not cancelled when the client
// disconnects.

/** A success clears the earlier failures. */
export const attemptSucceeded = ({ db }: Services, target: AttemptTarget): Promise<void> =>
  recordSuccess(db.lookUps, target);

/** Counts a failure. True when it locks the address. */
export const attemptFailed = ({ db, settings }: Services, target: AttemptTarget): Promise<boolean> =>
  recordFailure(db.lookUps, target, settings.login);

/** Ends an attempt that failed with an error of the server. It does not count as a failure. */
export async function attemptAborted({ db }: Services, target: AttemptTarget): Promise<void> {
  await releaseAttempt(db.lookUps, target);
}

/** Clears failures and lock, after a new password or by an administrator. True when there were failures. */
export const clearFailures = ({ tx }: TransactionContext, target: AttemptTarget): Promise<boolean> =>
  deleteAttempts(tx, target);

function locked(forMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(forMs / 1000));
  const when = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('account_locked', `Too many failed sign-ins: try again in ${when}, or reset the password.`, [], {
    'retry-after': String(seconds),
  });
}
