import type { Database } from '#db/database.ts';
import { inTenant, scoped, tenantScope } from '#db/params.ts';
import type { Context, DryRun } from '../context.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';

declare module '../context.ts' {
  interface Services {
    readonly numberCounters: NumberCounters;
  }
}

/** The counter of an autonumber in one period of its pattern. */
export interface Counter {
  readonly model: Model;
  readonly field: Field;
  readonly period: string;
}

interface Waiting {
  resolve(count: number): void;
  reject(error: unknown): void;
}

/**
 * Counts numbers of records. A count is taken in a transaction of its own: inside of that of the record, each create would wait until
 * the one before it has committed. So a write that fails leaves a gap, and no count is given twice. Writes that wait at the same time get
 * theirs by one statement.
 */
export class NumberCounters {
  readonly #db: Database;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** The next count, for a new record. A dry run gets the count that a real one would get, and takes none. */
  next(context: Context, counter: Counter): Promise<number> {
    if (context.dryRun) return this.#preview(context, counter, context.dryRun);
    const { tenantId } = context.caller;
    const key = keyOf(tenantId, counter);
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      if (waiting) waiting.push({ resolve, reject });
      else {
        this.#waiting.set(key, [{ resolve, reject }]);
        void this.#serve(tenantId, counter, key);
      }
    });
  }

  /** Counts that are given from now on are above this one, which an imported record has. */
  async skipTo({ caller: { tenantId }, dryRun }: Context, counter: Counter, count: number): Promise<void> {
    if (dryRun) return;
    await this.#db.lookUps.query(
      `insert into number_counters as c (tenant_id, field, period, value)
       select scope.tenant::bigint, $2::text, $3::text, $4::bigint from ${tenantScope}
       on conflict (tenant_id, field, period) do update set value = greatest(c.value, excluded.value)`,
      [tenantId, nameOf(counter), counter.period, count],
    );
  }

  /** Takes counts until nobody waits. Those who come while a statement runs share the next one. */
  async #serve(tenantId: string, counter: Counter, key: string): Promise<void> {
    for (;;) {
      const served = this.#waiting.get(key) ?? [];
      if (served.length === 0) {
        this.#waiting.delete(key);
        return;
      }
      this.#waiting.set(key, []);
      try {
        const last = await this.#take(tenantId, counter, served.length);
        for (const [n, { resolve }] of served.entries()) resolve(last - served.length + 1 + n);
      } catch (error) {
        for (const { reject } of served) reject(error);
      }
    }
  }

  async #take(tenantId: string, counter: Counter, count: number): Promise<number> {
    const [taken] = await this.#db.lookUps.query<{ value: string }>(
      `with taken as (
         insert into number_counters as c (tenant_id, field, period, value)
         select scope.tenant::bigint, $2::text, $3::text, $4::bigint from ${tenantScope}
         on conflict (tenant_id, field, period) do update set value = c.value + excluded.value
         returning c.value
       ) select value::text, ${withoutWaiting} from taken`,
      [tenantId, nameOf(counter), counter.period, count],
    );
    return Number(taken?.value);
  }

  /** The last count that was taken; 0 before the first. */
  async #read(tenantId: string, counter: Counter): Promise<number> {
    const [row] = await this.#db.lookUps.query<{ value: string }>(
      `select s.value::text from ${scoped(
        's',
        `select c.value from number_counters c where ${inTenant('c')} and c.field = $2::text and c.period = $3::text`,
      )}`,
      [tenantId, nameOf(counter), counter.period],
    );
    return Number(row?.value ?? 0);
  }

  async #preview({ caller: { tenantId } }: Context, counter: Counter, { previewed }: DryRun): Promise<number> {
    const name = nameOf(counter) + counter.period;
    const before = previewed.get(name) ?? 0;
    previewed.set(name, before + 1);
    return (await this.#read(tenantId, counter)) + before + 1;
  }
}

/** The commit need not wait for the disk: the record that gets the number commits later, so it is not on disk before the counter is. */
const withoutWaiting = `set_config('synchronous_commit', 'off', true)`;

const nameOf = ({ model, field }: Counter): string => field.customId ?? `${model.name}.${field.key}`;

const keyOf = (tenantId: string, counter: Counter): string => `${tenantId} ${nameOf(counter)} ${counter.period}`;
