import { inTenant, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';
import { fromDatabase } from '../database-errors.ts';
import { AppError } from '../errors.ts';
import { type JobControls, JobStopped } from '../jobs/job.ts';

/** What jobs share that delete or restore a record in batches, each batch a transaction. */

/** Rows that one transaction of a job writes: well under a second of work. */
export const batchSize = 1000;

/** Events that a job has written, and how many it expects to write in all. */
export class BatchCount {
  readonly #controls: JobControls;
  #done: number;
  #total: number;

  private constructor(controls: JobControls, done: number) {
    this.#controls = controls;
    this.#done = done;
    this.#total = done;
  }

  /** Goes on from what earlier runs of the job wrote. */
  static async of(context: Context, controls: JobControls): Promise<BatchCount> {
    const [row] = await queryable(context).query<{ count: number }>(
      `select c.* from ${scoped(
        'c',
        `select count(*)::int as count from events e
         where ${inTenant('e')} and e.request_id = $2::text and e.request_id like 'job %'`,
      )}`,
      [context.caller.tenantId, context.requestId],
    );
    return new BatchCount(controls, row?.count ?? 0);
  }

  get done(): number {
    return this.#done;
  }

  expect(left: number): void {
    this.#total = this.#done + left;
  }

  add(written: number): void {
    this.#done += written;
    // Others may have added something meanwhile.
    this.#total = Math.max(this.#total, this.#done, 1);
    this.#controls.progress(this.#done / this.#total, { done: this.#done, total: this.#total });
  }
}

/** A refusal ends the job, because further tries would be refused as well. `kept` says what becomes of what was done. */
export async function stopWhenRefused(
  context: Context,
  count: BatchCount,
  kept: string,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    const reason = fromDatabase(error, context.registry);
    if (!(reason instanceof AppError) || reason.status >= 500) throw error;
    throw new JobStopped(count.done === 0 ? reason.message : `${reason.message} ${kept}`);
  }
}
