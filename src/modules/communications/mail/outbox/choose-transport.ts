import type { Transaction } from '#db/database.ts';
import type { MailQueue } from '../queue/mail-queue.ts';
import {
  addUse,
  lockUse,
  readMailboxTransport,
  readTransports,
  type TransportRow,
  type TransportUse,
} from './sql/transports.ts';

/** The transport for the next mails with the number of mails that its limits allow, or the time to wait. */
export type Choice = { readonly transport: TransportRow | null; readonly max: number } | { readonly waitMs: number };

const firstDayLimit = 50;
const defaultFullLimit = 100_000;
/** Interval for checking again when all transports wait for a person. */
const stoppedWaitMs = 60_000;

/**
 * Chooses the first transport of the tenant that works and is below its limits. A tenant without transports uses the
 * platform's. So does a tenant whose transports all fail, if the platform has a real one, because mail must not end up
 * in capture files. Mails of a mailbox are sent only by the mailbox's own server.
 */
export async function chooseTransport(
  tx: Transaction,
  { tenantId, connectionId }: Pick<MailQueue, 'tenantId' | 'connectionId'>,
  wanted: number,
  platformHasServer: boolean,
): Promise<Choice> {
  const mailbox = connectionId === null ? undefined : await readMailboxTransport(tx, tenantId, connectionId);
  const transports = connectionId === null ? await readTransports(tx, tenantId) : mailbox ? [mailbox] : [];
  if (transports.length === 0) return { transport: null, max: wanted };
  let waitMs = stoppedWaitMs;
  let limited = false;
  for (const transport of transports) {
    if (transport.stopped) continue;
    if (transport.pausedMs > 0) {
      waitMs = Math.min(waitMs, transport.pausedMs);
      continue;
    }
    const dailyLimit = limitToday(transport);
    if (transport.ratePerSecond === null && dailyLimit === null) return { transport, max: wanted };
    const use = await lockUse(tx, tenantId, transport.id);
    const left = dailyLimit === null ? wanted : dailyLimit - use.sentToday;
    if (left <= 0) {
      limited = true;
      waitMs = Math.min(waitMs, use.msUntilMidnight);
      continue;
    }
    const max = Math.min(wanted, left, withinRate(transport, use));
    if (max > 0) return { transport, max };
    // The rate limit lasts moments, so it is no reason to use another transport.
    return { waitMs: Math.max(5, use.aheadMs + 1000 / (transport.ratePerSecond ?? 1) - horizonMs(transport)) };
  }
  if (platformHasServer && !limited && connectionId === null) return { transport: null, max: wanted };
  return { waitMs };
}

/** Counts mails against the limits of the transport that was chosen for them. */
export async function countUse(
  tx: Transaction,
  tenantId: string,
  transport: TransportRow,
  count: number,
): Promise<void> {
  if (count === 0 || (transport.ratePerSecond === null && limitToday(transport) === null)) return;
  await addUse(tx, tenantId, transport.id, count, transport.ratePerSecond);
}

/** Mails are claimed for this much time in advance. */
const horizonMs = ({ ratePerSecond }: TransportRow): number => Math.max(1000, 1000 / (ratePerSecond ?? 1));

function withinRate(transport: TransportRow, { aheadMs }: TransportUse): number {
  const { ratePerSecond } = transport;
  if (ratePerSecond === null) return Number.POSITIVE_INFINITY;
  return Math.floor(((horizonMs(transport) - Math.max(0, aheadMs)) * ratePerSecond) / 1000 + 1e-6);
}

/** While a transport warms up, its limit grows by the same factor each day. */
function limitToday({ dailyLimit, warmUpDays, ageDays }: TransportRow): number | null {
  if (warmUpDays === null || ageDays >= warmUpDays) return dailyLimit;
  const full = dailyLimit ?? defaultFullLimit;
  if (full <= firstDayLimit) return full;
  return Math.round(firstDayLimit * (full / firstDayLimit) ** (ageDays / warmUpDays));
}
