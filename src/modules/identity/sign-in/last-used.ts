import type { Used, UsedKey } from '#core/access/directory.ts';
import type { Services, TransactionContext } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import type { Database, Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import { LruMap } from '#lib/lru.ts';
import { securityEvent, securityModel } from '../security-events/security-event.ts';

const usualPauseMs = 15_000;
const dayMs = 24 * 3_600_000;
const maxRemembered = 50_000;

/** Writes when sessions and keys were last used, beside the requests that used them. */
export const lastUsed = (services: Services, everyMs = usualPauseMs): Background => new LastUsed(services, everyMs);

class LastUsed implements Background {
  readonly #services: Services;
  readonly #everyMs: number;
  /** When a use of a key from an address was last told. The spine knows it too, but takes longer to ask. */
  readonly #told = new LruMap<string, number>(maxRemembered);
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Services, everyMs: number) {
    this.#services = services;
    this.#everyMs = everyMs;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => this.#writeNext(), this.#everyMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writeNext();
  }

  /** One after the other, however long one takes. */
  #writeNext(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(this.#services.directory.takeUsed()));
    return this.#writing;
  }

  async #write({ sessions, keys }: Used): Promise<void> {
    const { db } = this.#services;
    if (sessions.size > 0) await this.#attempt(() => markSessions(db, sessions));
    const byTenant = Map.groupBy(keys, ([, { caller }]) => caller.tenantId);
    for (const [tenantId, used] of byTenant) await this.#attempt(() => this.#writeKeys(tenantId, new Map(used)));
  }

  /** What is lost is a moment's precision: the next use is written again. */
  async #attempt(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#services.log.warn(`when sessions and keys were last used was not written: ${(error as Error).message}`);
    }
  }

  #writeKeys(tenantId: string, used: ReadonlyMap<string, UsedKey>): Promise<void> {
    const { db, directory } = this.#services;
    const context = { services: this.#services, registry: directory.base, requestId: newId() };
    return db.transaction(tenantId, async (tx) => {
      const keys = await markKeys(tx, tenantId, [...used.keys()]);
      const uses = keys.flatMap((key) => {
        const { caller, places } = used.get(key.id) as UsedKey;
        return Array.from(places, ([ip, origin]) => ({ key, caller, origin, place: placeName(key.id, ip) }));
      });
      const unsure = uses.filter(({ key, place }) => !key.rested && !this.#isTold(place));
      for (const [place, at] of await placesTold(tx, tenantId, unsure)) this.#told.set(place, at);
      for (const { key, caller, origin, place } of uses) {
        if (!key.rested && this.#isTold(place)) continue;
        await keyUsed({ ...context, caller, origin, tx }, key);
        tx.afterCommit(() => this.#told.set(place, Date.now()));
      }
    });
  }

  #isTold(place: string): boolean {
    const at = this.#told.get(place);
    return at !== undefined && Date.now() - at < dayMs;
  }
}

interface KeyInUse {
  readonly id: string;
  readonly name: string;
  /** It was never used before, or not within the last hour. */
  readonly rested: boolean;
}

const placeName = (keyId: string, ip: string): string => `${keyId} ${ip}`;

const keyUsed = (context: TransactionContext, { id, name }: KeyInUse): Promise<void> => {
  const { userId, email } = context.caller;
  return securityEvent(context, 'security.keyUsed', { userId, email, keyId: id, name });
};

const sessionsAtOnce = 5000;

/** Sessions of all tenants together. In order, so that nodes which write the same ones wait for each other in turn. */
async function markSessions(db: Database, sessions: ReadonlyMap<string, string>): Promise<void> {
  const ordered = [...sessions].sort(([one], [other]) => (one < other ? -1 : 1));
  for (let from = 0; from < ordered.length; from += sessionsAtOnce) {
    const some = ordered.slice(from, from + sessionsAtOnce);
    await db.platform((tx) =>
      tx.query(
        `update sessions s set last_used_at = now() from unnest($1::bigint[], $2::uuid[]) u(tenant_id, id)
         where s.tenant_id = u.tenant_id and s.id = u.id`,
        [some.map(([, tenantId]) => tenantId), some.map(([id]) => id)],
      ),
    );
  }
}

/** Not a change of the record: neither its version nor its history tells of it. */
async function markKeys(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<KeyInUse[]> {
  const keys = await tx.query<KeyInUse>(
    `select id, name, coalesce(last_used_at < now() - interval '1 hour', true) as rested from identity_api_keys
     where tenant_id = $1::bigint and id = any($2::uuid[]) order by id for update`,
    [tenantId, ids],
  );
  await tx.query(
    'update identity_api_keys set last_used_at = now() where tenant_id = $1::bigint and id = any($2::uuid[])',
    [tenantId, ids],
  );
  return keys;
}

/** When uses of some keys were told within the last day, by key and address: other nodes tell of them too. */
async function placesTold(
  tx: Transaction,
  tenantId: string,
  uses: readonly { readonly key: KeyInUse }[],
): Promise<Map<string, number>> {
  if (uses.length === 0) return new Map();
  const rows = await tx.query<{ keyId: string; ip: string; at: Date }>(
    `select e.record->>'keyId' as "keyId", e.record->>'ip' as ip, max(e.occurred_at) as at from events e
     where e.tenant_id = $1::bigint and e.model = '${securityModel}' and e.type = 'security.keyUsed'
       and e.occurred_at > now() - interval '1 day' and e.record->>'keyId' = any($2::text[]) group by 1, 2`,
    [tenantId, [...new Set(uses.map(({ key }) => key.id))]],
  );
  return new Map(rows.map(({ keyId, ip, at }) => [placeName(keyId, ip), at.getTime()]));
}
