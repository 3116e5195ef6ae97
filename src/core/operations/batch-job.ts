import { inTenant, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';
import { fromDatabase } from '../database-errors.ts';
import { AppError } from '../errors.ts';
import { type JobControls, JobStopped } from '../jobs/job.ts';

/** Shared by the jobs that delete or restore records in batches, one transaction per batch. */

/** The number of rows that one transaction of a job writes, which takes well under a second. */
export const batchSize = 1000;

/** Reports progress: the events that a job has written, and the total that it expects to write. */
export class BatchProgress {
  readonly #controls: JobControls;
  #done: number;
  #total: number;

  private constructor(controls: JobControls, done: number) {
    this.#controls = controls;
    this.#done = done;
    this.#total = done;
  }

  /** Starts with the number of events that earlier runs of the job wrote. */
  static async of(context: Context, controls: JobControls): Promise<BatchProgress> {
    const [row] = await queryable(context).query<{ count: number }>(
      `select c.* from ${scoped(
        'c',
        `select count(*)::int as count from events e
         where ${inTenant('e')} and e.request_id = $2::text and e.request_id like 'job %'`,
      )}`,
      [context.caller.tenantId, context.requestId],
    );
    return new BatchProgress(controls, row?.count ?? 0);
  }

  get done(): number {
    return this.#done;
  }

  expect(remaining: number): void {
    this.#total = this.#done + remaining;
  }

  add(written: number): void {
    this.#done += written;
    // Other requests may have added records since the total was counted.
    this.#total = Math.max(this.#total, this.#done, 1);
    this.#controls.progress(this.#done / this.#total, { done: this.#done, total: this.#total });
  }
}

/** Stops the job on a client error, because a retry would fail too. `partialResult` describes the work already done. */
export async function stopOnClientError(
  context: Context,
  count: BatchProgress,
  partialResult: string,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    const reason = fromDatabase(error, context.registry);
    if (!(reason instanceof AppError) || reason.status >= 500) throw error;
    throw new JobStopped(count.done === 0 ? reason.message : `${reason.message} ${partialResult}`);
  }
}
