import { type Static, Type } from 'typebox';
import type { Grant } from '../access/access.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { defineJob } from '../jobs/job.ts';
import type { Model } from '../models/model.ts';
import { BatchProgress, batchSize, stopOnClientError } from './batch-job.ts';
import { countDeletion, type Deletion, type EventPosition, readDeleted, readDeletedIds } from './deletion-events.ts';
import { authorize, type RecordOperation } from './operation.ts';
import { findLastState } from './record-events.ts';
import { lockAgainstDelete } from './references.ts';
import {
  findDeletion,
  insertRestored,
  lockRestores,
  orderAfterDelete,
  type RestoreInput,
  requireEmpty,
  restore,
} from './restore.ts';
import { type ReferrerPosition, restoreReferencesBatch } from './restore-references.ts';
import { addReferencedRecords, childCondition, prepareForInsert, type RestoreSet } from './restore-set.ts';

const jobInput = Type.Object(
  {
    model: Type.String(),
    id: Type.String({ format: 'uuid' }),
    /**
     * The deletion to undo. It is part of the input, because the last event of a restored record is not the deletion.
     */
    xid: Type.String(),
    request: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);

/** Enqueues a job that restores a record with any number of dependants. Returns the id of the job. */
export const restoreAsync: RecordOperation<RestoreInput, string> = {
  name: 'restore',
  access: 'write',
  async run(context, grant, { id, body }) {
    requireEmpty(body);
    return inTransaction(context, async (within) => {
      const { deletion } = await findDeletion(within, grant, id);
      return within.services.jobs.enqueue(within, restoreRecordJob, { model: grant.model.name, id, ...deletion });
    });
  },
};

/**
 * Restores in batches: the record first, then its children level by level, then the references that the deletion
 * cleared. The job skips restored records, so a retried job continues where it stopped.
 */
export const restoreRecordJob = defineJob({
  name: 'records.restore',
  summary: 'Restores a deleted record with all that was deleted along with it',
  input: jobInput,
  key: ({ id }) => id,
  async run(context, input, controls) {
    const count = await BatchProgress.of(context, controls);
    await stopOnClientError(context, count, 'What was restored before stays; retry the job to go on.', async () => {
      await new RestoreRun(context, input, controls.signal, count).restoreAll();
    });
  },
});

interface BatchResult<T> {
  readonly written: number;
  readonly result: T;
}

/** One run of the job. */
class RestoreRun {
  readonly #context: Context;
  readonly #id: string;
  readonly #grant: Grant;
  readonly #deletion: Deletion;
  readonly #signal: AbortSignal;
  readonly #count: BatchProgress;

  constructor(context: Context, input: Static<typeof jobInput>, signal: AbortSignal, count: BatchProgress) {
    const model = context.registry.named(input.model);
    if (!model) throw notFound(`The model ${input.model}`);
    this.#context = context;
    this.#id = input.id;
    this.#grant = authorize(context, restore, model);
    this.#deletion = { xid: input.xid, request: input.request };
    this.#signal = signal;
    this.#count = count;
  }

  async restoreAll(): Promise<void> {
    const { model } = this.#grant;
    this.#count.expect(Math.max(0, (await countDeletion(this.#context, this.#deletion)) - this.#count.done));
    await this.#batch((within) => this.#restoreRoot(within));
    await this.#restoreChildren(model, [this.#id]);
    let after: ReferrerPosition | undefined;
    do {
      after = await this.#batch(async (within) => {
        const { written, last } = await restoreReferencesBatch(within, this.#deletion, batchSize, after);
        return { written, result: last };
      });
    } while (after);
  }

  /** Runs one transaction of the job. */
  async #batch<T>(run: (within: TransactionContext) => Promise<BatchResult<T>>): Promise<T> {
    this.#signal.throwIfAborted();
    const { written, result } = await inTransaction(this.#context, async (within) => {
      await lockRestores(within);
      await orderAfterDelete(within, this.#deletion);
      return run(within);
    });
    this.#count.add(written);
    return result;
  }

  async #restoreRoot(within: TransactionContext): Promise<BatchResult<undefined>> {
    const { model } = this.#grant;
    const { current } = await findLastState(within, model, this.#id);
    // An earlier run of the job has already restored it.
    if (current) return { written: 0, result: undefined };
    const { last } = await findDeletion(within, this.#grant, this.#id);
    const set: RestoreSet = new Map([[model, new Map([[this.#id, last]])]]);
    return { written: await this.#insert(within, set), result: undefined };
  }

  async #insert(within: TransactionContext, set: RestoreSet): Promise<number> {
    await addReferencedRecords(within, this.#deletion, set);
    await prepareForInsert(within, set, this.#id);
    return (await insertRestored(within, set)).size;
  }

  /** Restores the descendants of the records, level by level. */
  async #restoreChildren(model: Model, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += batchSize) {
      const parents = ids.slice(from, from + batchSize);
      const isChild = childCondition(this.#context.registry, model, parents);
      if (!isChild) return;
      let after: EventPosition | undefined;
      do {
        after = await this.#batch((within) => this.#restoreChildBatch(within, model, parents, after));
      } while (after);
      const next = await inTransaction(this.#context, (within) => readDeletedIds(within, this.#deletion, isChild));
      for (const [child, childIds] of next) await this.#restoreChildren(child, childIds);
    }
  }

  async #restoreChildBatch(
    within: TransactionContext,
    model: Model,
    parents: readonly string[],
    after: EventPosition | undefined,
  ): Promise<BatchResult<EventPosition | undefined>> {
    // Children of a parent that was deleted again in the meantime stay in the trash.
    const missing = new Set(await lockAgainstDelete(within, model, parents));
    const isChild = childCondition(
      within.registry,
      model,
      parents.filter((id) => !missing.has(id)),
    );
    if (!isChild) return { written: 0, result: undefined };
    const { found, count, last } = await readDeleted(within, this.#deletion, isChild, { limit: batchSize, after });
    if (count === 0) return { written: 0, result: undefined };
    return { written: await this.#insert(within, found), result: last };
  }
}
