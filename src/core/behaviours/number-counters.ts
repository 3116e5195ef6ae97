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
 * Counts the numbers of records. A count is taken in a separate transaction: in the transaction of the record, each
 * create would wait for the commit of the one before it. So a failed write leaves a gap, and no count is given twice.
 * One statement takes the counts for all writes that wait at the same time.
 */
export class NumberCounters {
  readonly #db: Database;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Takes the next count, for a new record. A dry run gets the count that a real write would get, but does not take it.
   */
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

  /** Makes the following counts higher than the count of an imported record. */
  async skipTo({ caller: { tenantId }, dryRun }: Context, counter: Counter, count: number): Promise<void> {
    if (dryRun) {
      const name = nameOf(counter) + counter.period;
      dryRun.skipped.set(name, Math.max(count, dryRun.skipped.get(name) ?? 0));
      return;
    }
    await this.#db.lookUps.query(
      `insert into number_counters as c (tenant_id, field, period, value)
       select scope.tenant::bigint, $2::text, $3::text, $4::bigint from ${tenantScope}
       on conflict (tenant_id, field, period) do update set value = excluded.value where c.value < excluded.value`,
      [tenantId, nameOf(counter), counter.period, count],
    );
  }

  /** Takes counts until no write waits. Writes that arrive while a statement runs share the next one. */
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

  /** Reads the last count that was taken; 0 before the first. */
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

  async #preview({ caller: { tenantId } }: Context, counter: Counter, dryRun: DryRun): Promise<number> {
    const name = nameOf(counter) + counter.period;
    const next = Math.max(await this.#read(tenantId, counter), dryRun.skipped.get(name) ?? 0) + 1;
    dryRun.skipped.set(name, next);
    return next;
  }
}

/**
 * SQL that makes the commit not wait for the disk. The record that gets the number commits later, so it cannot be on
 * disk before the counter.
 */
const withoutWaiting = `set_config('synchronous_commit', 'off', true)`;

const nameOf = ({ model, field }: Counter): string => field.customId ?? `${model.name}.${field.key}`;

const keyOf = (tenantId: string, counter: Counter): string => `${tenantId} ${nameOf(counter)} ${counter.period}`;
