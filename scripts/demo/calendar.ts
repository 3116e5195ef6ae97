import type { Model } from '#core/models/model.ts';
import type { RecordDates } from '#core/operations/import-dates.ts';
import type { Fields } from './company.ts';
import type { Random } from './random.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** The records span this number of days: eighteen months. */
const oldestDays = 540;

/** Matches dates that are unrelated to the creation of the record: before it, long after it, or of another subject. */
const unrelated =
  /^(?:birth|consent|customerSince|due|end|effective|expir|founded|hire|last|next|purchase|renewal|valid|warranty)/i;

/**
 * Number of days between the creation of a record and its first date. Records of other models are created in the hour
 * before it.
 */
const leadDays: Readonly<Record<string, readonly [number, number]>> = {
  'sales.opportunities': [20, 60],
  'sales.leads': [10, 40],
};

/** Matches references to later records, which resulted from this one. */
const outcome = /^converted/;

/**
 * Chooses creation dates that match the contents of records: before the first date in the record, and after every
 * record that it refers to, so that an answer is younger than its question and a deal younger than its account.
 */
export class Calendar {
  readonly #random: Random;
  readonly #nowMs: number;
  readonly #oldestMs: number;
  readonly #createdMs = new Map<string, number>();

  constructor(random: Random, now: Date) {
    this.#random = random;
    this.#nowMs = now.getTime();
    this.#oldestMs = this.#nowMs - oldestDays * dayMs;
  }

  datesOf(model: Model, record: Fields): RecordDates {
    const named = this.#firstDate(model, record);
    const parents = Object.entries(record).flatMap(([key, value]) =>
      outcome.test(key) ? [] : (this.#createdMs.get(String(value)) ?? []),
    );
    const newest = Math.max(this.#oldestMs, ...parents.map((ms) => ms + minuteMs));
    const unnamed = newest + this.#random.int(0, parents.length > 0 ? 20 : 12) * dayMs;
    const ms = Math.min(Math.max(named ?? unnamed, newest), this.#nowMs);
    const createdAt = new Date(ms).toISOString();
    return { createdAt, updatedAt: createdAt };
  }

  recordCreated(id: string, { createdAt }: RecordDates): void {
    this.#createdMs.set(id, Date.parse(createdAt));
  }

  #firstDate(model: Model, record: Fields): number | undefined {
    const past = Object.entries(record).flatMap(([key, value]) => {
      if (!model.fields.get(key)?.type.temporal || typeof value !== 'string' || unrelated.test(key)) return [];
      const ms = Date.parse(value);
      return ms <= this.#nowMs ? [ms] : [];
    });
    if (past.length === 0) return undefined;
    const [min, max] = leadDays[model.name] ?? [0, 0];
    return Math.min(...past) - this.#random.int(min, max) * dayMs - this.#random.int(1, 50) * minuteMs;
  }
}
