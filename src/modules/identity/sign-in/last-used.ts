import type { UsedCredentials, UsedKey } from '#core/access/used-credentials.ts';
import type { Background } from '#core/background.ts';
import type { Services, TransactionContext } from '#core/context.ts';
import type { Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import { LruMap } from '#lib/lru.ts';
import { appendSecurityEvent } from '../security-events/security-event.ts';
import { markKeysUsed, reportedKeyUses, type UsedKeyRow } from '../sql/api-keys.ts';
import { markSessionsUsed } from '../sql/sessions.ts';

const defaultIntervalMs = 15_000;
const dayMs = 24 * 3_600_000;
const maxCachedReports = 50_000;

/** Writes when sessions and API keys were last used, in the background and in batches. */
export const lastUsed = (services: Services, intervalMs = defaultIntervalMs): Background =>
  new LastUsed(services, intervalMs);

class LastUsed implements Background {
  readonly #services: Services;
  readonly #intervalMs: number;
  /** When a `security.keyUsed` event of a key and an IP address was last written. A cache of the events table. */
  readonly #reportedAtMs = new LruMap<string, number>(maxCachedReports);
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Services, intervalMs: number) {
    this.#services = services;
    this.#intervalMs = intervalMs;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => this.#writeNext(), this.#intervalMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writeNext();
  }

  /** Writes run one after the other, even when one takes longer than the interval. */
  #writeNext(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(this.#services.directory.takeUsedCredentials()));
    return this.#writing;
  }

  async #write({ sessions, keys }: UsedCredentials): Promise<void> {
    const { db } = this.#services;
    if (sessions.size > 0) await this.#logError(() => markSessionsUsed(db, sessions));
    const byTenant = Map.groupBy(keys, ([, { caller }]) => caller.tenantId);
    for (const [tenantId, used] of byTenant) await this.#logError(() => this.#writeKeys(tenantId, new Map(used)));
  }

  /** An error is not retried: the next use of the session or key is written anyway. */
  async #logError(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#services.log.warn(`the last use of sessions and API keys was not written: ${(error as Error).message}`);
    }
  }

  /** Appends an event for a key that was idle for an hour, and for an IP address that it had no event of within a day. */
  #writeKeys(tenantId: string, used: ReadonlyMap<string, UsedKey>): Promise<void> {
    const { db, directory } = this.#services;
    const context = { services: this.#services, registry: directory.base, requestId: newId() };
    return db.transaction(tenantId, async (tx) => {
      const keys = await markKeysUsed(tx, tenantId, [...used.keys()]);
      const uses = keys.flatMap((key) => {
        const { caller, origins } = used.get(key.id) as UsedKey;
        return Array.from(origins, ([ip, origin]) => ({ key, caller, origin, use: useName(key.id, ip) }));
      });
      const notCached = uses.filter(({ key, use }) => !key.idle && !this.#isReported(use));
      for (const [use, atMs] of await readReports(tx, tenantId, notCached)) this.#reportedAtMs.set(use, atMs);
      for (const { key, caller, origin, use } of uses) {
        if (!key.idle && this.#isReported(use)) continue;
        await reportUse({ ...context, caller, origin, tx }, key);
        tx.afterCommit(() => this.#reportedAtMs.set(use, Date.now()));
      }
    });
  }

  #isReported(use: string): boolean {
    const atMs = this.#reportedAtMs.get(use);
    return atMs !== undefined && Date.now() - atMs < dayMs;
  }
}

const useName = (keyId: string, ip: string): string => `${keyId} ${ip}`;

const reportUse = (context: TransactionContext, { id, name }: UsedKeyRow): Promise<void> => {
  const { userId, email } = context.caller;
  return appendSecurityEvent(context, 'security.keyUsed', { userId, email, keyId: id, name });
};

/** When uses of these keys were reported within the last day, by this node or another. */
async function readReports(
  tx: Transaction,
  tenantId: string,
  uses: readonly { readonly key: UsedKeyRow }[],
): Promise<Map<string, number>> {
  if (uses.length === 0) return new Map();
  const rows = await reportedKeyUses(tx, tenantId, [...new Set(uses.map(({ key }) => key.id))]);
  return new Map(rows.map(({ keyId, ip, at }) => [useName(keyId, ip), at.getTime()]));
}
