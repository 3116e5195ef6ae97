import { tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { readMetrics } from '../analytics/read-metrics.ts';
import { ConnectionNotUsable, type OpenedSession, openSession } from '../connections/open-session.ts';
import { expireAccess, requireReauthorization } from '../connections/require-reauthorization.ts';
import { RateLimited, Refused, Unauthorized } from '../http/platform-error.ts';
import { storeInbox } from '../inbox/store-inbox.ts';
import { socialConnections } from '../model-names.ts';
import { type NextReading, type ReadLease, releaseAccount } from './sql/leases.ts';

const longestWaitMs = 6 * 3_600_000;
/** A connection shows a failure after this number of failed readings in a row. */
const failuresShown = 3;

/** Reads the due data of an account, and schedules the next reading. Errors of the account do not throw. */
export async function readAccount(services: Services, node: string, lease: ReadLease): Promise<void> {
  const { inboxEveryMs, metricsEveryMs } = services.settings.social;
  let next: NextReading = {
    inboxInMs: lease.inboxDue ? inboxEveryMs : null,
    metricsInMs: lease.metricsDue ? metricsEveryMs : null,
    failures: 0,
  };
  try {
    const opened = await openSession(services, lease.tenantId, lease.connectionId);
    const { hasMore } = await readDue(services, node, lease, opened);
    if (hasMore) next = { ...next, inboxInMs: 0 };
    if (lease.failures >= failuresShown) await updateConnection(services, lease, { status: 'active', error: null });
  } catch (error) {
    const waitMs = await handleReadError(services, lease, error as Error);
    next = {
      inboxInMs: lease.inboxDue ? waitMs : null,
      metricsInMs: lease.metricsDue ? waitMs : null,
      failures: lease.failures + 1,
    };
  }
  await services.db.transaction(lease.tenantId, (tx) => releaseAccount(tx, lease, node, next));
}

async function readDue(services: Services, node: string, lease: ReadLease, opened: OpenedSession) {
  const { platform, session } = opened;
  // An account whose comments cannot be read still has numbers.
  const inbox = await readInbox(services, node, lease, opened).catch((error: Error) => {
    if (error instanceof Refused) return error;
    throw error;
  });
  if (lease.metricsDue && platform.metrics) {
    await readMetrics(services, lease, opened);
    const limits = await platform.readLimits?.(session);
    await updateConnection(services, lease, {
      metricsReadAt: new Date().toISOString(),
      ...(limits && { limits: { ...limits } }),
    });
  }
  if (inbox instanceof Refused) throw inbox;
  return inbox;
}

async function readInbox(services: Services, node: string, lease: ReadLease, opened: OpenedSession) {
  const { platform, session } = opened;
  if (!lease.inboxDue || !platform.inbox) return { hasMore: false };
  const page = await platform.inbox(session, lease.cursor);
  await storeInbox(services, node, lease, opened, page);
  if (page.items.length > 0) await updateConnection(services, lease, { inboxReadAt: new Date().toISOString() });
  return { hasMore: page.more === true };
}

/** Returns the time until the next reading. */
async function handleReadError(services: Services, lease: ReadLease, error: Error): Promise<number> {
  const { inboxEveryMs } = services.settings.social;
  if (error instanceof ConnectionNotUsable) return longestWaitMs;
  if (error instanceof RateLimited) return error.retryAfterMs;
  const backoffMs = Math.min(inboxEveryMs * 2 ** Math.min(lease.failures, 8), longestWaitMs);
  if (error instanceof Unauthorized) {
    await handleRefusedToken(services, lease, error.message);
    return lease.failures === 0 ? 0 : longestWaitMs;
  }
  services.log.info({ connectionId: lease.connectionId, reason: error.message }, 'a social account could not be read');
  if (lease.failures + 1 === failuresShown)
    await updateConnection(services, lease, {
      status: 'failing',
      error: `The account could not be read. ${error.message}`.slice(0, 1000),
    });
  return backoffMs;
}

/** Handles a refused token: tries a new token once, then asks the user to connect the account again. */
async function handleRefusedToken(services: Services, lease: ReadLease, message: string): Promise<void> {
  const context = await tenantContext(services, lease);
  await inTransaction(context, async (within) => {
    if (lease.failures === 0) await expireAccess(within, lease.connectionId);
    else await requireReauthorization(within, lease.connectionId, message);
  });
}

/**
 * Changes the record of the connection, after all other writes of a reading, because other writers lock the connection
 * first.
 */
async function updateConnection(
  services: Services,
  lease: ReadLease,
  values: Readonly<Record<string, JsonValue>>,
): Promise<void> {
  const context = await tenantContext(services, lease);
  await inTransaction(context, (within) =>
    updateMany(within, socialConnections(within), [{ id: lease.connectionId, values }]),
  );
}
