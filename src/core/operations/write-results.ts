import type { TransactionContext } from '../context.ts';
import { fromDatabase } from '../database-errors.ts';
import { AppError, notFound } from '../errors.ts';
import type { Model } from '../models/model.ts';
import type { RecordDates } from './import-dates.ts';
import { asRuleViolation } from './rule-violations.ts';
import type { Input } from './validate.ts';

/** A record to create, or to change when it has an id. */
export interface RowToWrite {
  readonly id?: string | undefined;
  readonly record: Input;
  /** The dates that a new record had elsewhere. */
  readonly dates?: RecordDates | undefined;
}

/** The result of one row of `writeRows`. */
export type RowResult =
  | { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly id: string }
  | { readonly outcome: 'refused'; readonly error: AppError };

/** A row with its position among the rows of a call. */
export interface PendingRow extends RowToWrite {
  readonly at: number;
}

export const missingRecord = (model: Model, id: string): AppError => notFound(`${model.label} ${id}`);

/** Collects the results of rows. */
export class RowResults {
  readonly #context: TransactionContext;
  readonly #model: Model;
  readonly #results: (RowResult | undefined)[];

  constructor(context: TransactionContext, model: Model, count: number) {
    this.#context = context;
    this.#model = model;
    this.#results = new Array(count);
  }

  get all(): readonly RowResult[] {
    return Array.from(this.#results, (result, at) => {
      if (!result) throw new Error(`row ${at} has no result`);
      return result;
    });
  }

  set(at: number, outcome: 'created' | 'updated' | 'unchanged', id: string): void {
    this.#results[at] = { outcome, id };
  }

  refuse(at: number, error: AppError): void {
    this.#results[at] = { outcome: 'refused', error };
  }

  /** Refuses the row when `run` fails with an error of the client. Other errors are thrown. */
  async refuseOnError<T>(at: number, run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      this.refuse(at, this.clientError(error));
      return undefined;
    }
  }

  /** The error of the client. Throws other errors, such as a lost connection, which fail all rows. */
  clientError(error: unknown): AppError {
    const reason = fromDatabase(
      asRuleViolation(error, [{ context: this.#context, model: this.#model }]),
      this.#context.registry,
    );
    if (!(reason instanceof AppError) || reason.status >= 500) throw error;
    return reason;
  }
}
