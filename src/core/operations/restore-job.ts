import { type Static, Type } from 'typebox';
import type { Grant } from '../access/access.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { defineJob } from '../jobs/job.ts';
import type { Model } from '../models/model.ts';
import { BatchCount, batchSize, stopWhenRefused } from './batch-job.ts';
import { countDeletion, type Deletion, type Place, readDeleted, readDeletedIds } from './deletion-events.ts';
import { authorize, type RecordOperation } from './operation.ts';
import { findKnown } from './record-events.ts';
import { hold } from './references.ts';
import { bringBack, comeAfter, findDeleted, oneAtATime, type RestoreInput, requireEmpty, restore } from './restore.ts';
import { type HolderPlace, relinkBatch } from './restore-references.ts';
import { addReferenced, childrenOf, type Family, mendReferences } from './restore-set.ts';

const jobInput = Type.Object(
  {
    model: Type.String(),
    id: Type.String({ format: 'uuid' }),
    /** The delete that is undone. Kept here, because the last event of a restored record is no longer that of the delete. */
    xid: Type.String(),
    request: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);

/** Restores a record by a job, however much was deleted along with it. Returns the id of the job. */
export const restoreLater: RecordOperation<RestoreInput, string> = {
  name: 'restore',
  access: 'write',
  async run(context, grant, { id, body }) {
    requireEmpty(body);
    return inTransaction(context, async (within) => {
      const { deletion } = await findDeleted(within, grant, id);
      return within.services.jobs.enqueue(within, restoreRecord, { model: grant.model.name, id, ...deletion });
    });
  },
};

/**
 * Restores in batches: the record first, then its children level by level, then the references that the delete cleared.
 * What is there already is left alone, so a job that is taken up again goes on.
 */
export const restoreRecord = defineJob({
  name: 'records.restore',
  summary: 'Restores a deleted record with all that was deleted along with it',
  input: jobInput,
  key: ({ id }) => id,
  async run(context, input, controls) {
    const count = await BatchCount.of(context, controls);
    await stopWhenRefused(context, count, 'What was restored before stays; retry the job to go on.', async () => {
      const run = new Restoring(context, input, controls.signal, count);
      await run.all();
    });
  },
});

class Restoring {
  readonly #context: Context;
  readonly #id: string;
  readonly #grant: Grant;
  readonly #deletion: Deletion;
  readonly #signal: AbortSignal;
  readonly #count: BatchCount;

  constructor(context: Context, input: Static<typeof jobInput>, signal: AbortSignal, count: BatchCount) {
    const model = context.registry.named(input.model);
    if (!model) throw notFound(`The model ${input.model}`);
    this.#context = context;
    this.#id = input.id;
    this.#grant = authorize(context, restore, model);
    this.#deletion = { xid: input.xid, request: input.request };
    this.#signal = signal;
    this.#count = count;
  }

  async all(): Promise<void> {
    const { model } = this.#grant;
    this.#count.expect(Math.max(0, (await countDeletion(this.#context, this.#deletion)) - this.#count.done));
    await this.#batch((within) => this.#root(within));
    await this.#children(model, [this.#id]);
    let after: HolderPlace | undefined;
    do {
      after = await this.#batch(async (within) => {
        const { written, last } = await relinkBatch(within, this.#deletion, batchSize, after);
        return { written, answer: last };
      });
    } while (after);
  }

  /** One transaction of the job. */
  async #batch<T>(run: (within: TransactionContext) => Promise<{ written: number; answer: T }>): Promise<T> {
    this.#signal.throwIfAborted();
    const { written, answer } = await inTransaction(this.#context, async (within) => {
      await oneAtATime(within);
      await comeAfter(within, this.#deletion);
      return run(within);
    });
    this.#count.add(written);
    return answer;
  }

  async #root(within: TransactionContext): Promise<{ written: number; answer: undefined }> {
    const { model } = this.#grant;
    const { now } = await findKnown(within, model, this.#id);
    // An earlier run of the job has restored it.
    if (now) return { written: 0, answer: undefined };
    const { last } = await findDeleted(within, this.#grant, this.#id);
    return {
      written: await this.#bringBack(within, new Map([[model, new Map([[this.#id, last]])]])),
      answer: undefined,
    };
  }

  async #bringBack(within: TransactionContext, family: Family): Promise<number> {
    await addReferenced(within, this.#deletion, family);
    await mendReferences(within, family, this.#id);
    return (await bringBack(within, family)).size;
  }

  /** Restores what belongs to the records, and what belongs to that. */
  async #children(model: Model, ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += batchSize) {
      const parents = ids.slice(from, from + batchSize);
      const children = childrenOf(this.#context.registry, model, parents);
      if (!children) return;
      let after: Place | undefined;
      do {
        after = await this.#batch((within) => this.#childBatch(within, model, parents, after));
      } while (after);
      const next = await inTransaction(this.#context, (within) => readDeletedIds(within, this.#deletion, children));
      for (const [child, childIds] of next) await this.#children(child, childIds);
    }
  }

  async #childBatch(
    within: TransactionContext,
    model: Model,
    parents: readonly string[],
    after: Place | undefined,
  ): Promise<{ written: number; answer: Place | undefined }> {
    // A parent that somebody has deleted again meanwhile keeps its children in the trash.
    const gone = new Set(await hold(within, model, parents));
    const children = childrenOf(
      within.registry,
      model,
      parents.filter((id) => !gone.has(id)),
    );
    if (!children) return { written: 0, answer: undefined };
    const { found, count, last } = await readDeleted(within, this.#deletion, children, { limit: batchSize, after });
    if (count === 0) return { written: 0, answer: undefined };
    return { written: await this.#bringBack(within, found), answer: last };
  }
}
