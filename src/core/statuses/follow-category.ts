import { Type } from 'typebox';
import { Params } from '#db/params.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { defineJob } from '../jobs/job.ts';
import type { Model } from '../models/model.ts';
import type { InboundReference, Registry } from '../models/registry.ts';
import { BatchProgress, stopOnClientError } from '../operations/batch-job.ts';
import { lockRecord } from '../operations/statements.ts';
import { updateMany } from '../operations/update-many.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { type RecordBatches, statusReferences } from './move-records.ts';

const batchSize = 500;
const lowestId = '00000000-0000-0000-0000-000000000000';

/** References of records in which something follows from the category of their status, such as the time of the end. */
const followingReferences = (registry: Registry, model: Model): InboundReference[] =>
  statusReferences(registry, model).filter((reference) => {
    const fields = reference.model.behaviours?.status;
    return fields && [fields.during, fields.reached, fields.days, fields.copies].some((some) => some.length > 0);
  });

/** Has the records of a status follow its new category, after the transaction has committed. */
export async function enqueueFollowing(context: TransactionContext, model: Model, id: string): Promise<void> {
  if (followingReferences(context.registry, model).length === 0) return;
  await context.services.jobs.enqueue(context, followCategoryJob, { model: model.name, id });
}

/** Writes the records of a status batch by batch. It keeps no state: records that agree with the category get no event. */
export const followCategoryJob = defineJob({
  name: 'statuses.follow',
  summary: 'Sets what follows from the changed category of a status in all its records',
  input: Type.Object({ model: Type.String(), id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  key: ({ id }) => id,
  async run(context, { model: name, id }, { signal, ...controls }) {
    const count = await BatchProgress.of(context, { signal, ...controls });
    const model = context.registry.named(name);
    if (!model) return;
    const moved = (written: number) => {
      signal.throwIfAborted();
      count.add(written);
    };
    await stopOnClientError(context, count, 'The records that were written before stay; retry the job to go on.', () =>
      followCategory(context, model, id, { batchSize, moved }),
    );
  },
});

/** Makes all records of a status agree with its category, as if they had just got the status. They stay in their stage. */
export async function followCategory(
  context: Context,
  model: Model,
  statusId: string,
  { batchSize: limit, moved }: RecordBatches,
): Promise<void> {
  // Another node may have changed the category, and its notification may be later than the job.
  context.services.directory.invalidate(context.caller.tenantId);
  for (const reference of followingReferences(context.registry, model)) {
    for (let after: string | undefined = lowestId; after !== undefined; ) {
      const batch = await followNext(context, model, reference, { statusId, after, limit });
      moved(batch.written);
      after = batch.last;
    }
  }
}

interface Next {
  readonly statusId: string;
  /** The last record of the batch before. */
  readonly after: string;
  readonly limit: number;
}

const followNext = (
  context: Context,
  model: Model,
  reference: InboundReference,
  next: Next,
): Promise<{ written: number; last: string | undefined }> =>
  inTransaction(context, async (within) => {
    // The lock waits for writers that give a record this status, and may not know its new category.
    if (!(await lockRecord(within, model, next.statusId))) return { written: 0, last: undefined };
    const ids = await lockNext(within, reference, next);
    const rows = ids.map((id) => ({ id, values: { [reference.field.key]: next.statusId } }));
    const written = await updateMany(within, reference.model, rows, { withoutHooks: true, categoryChanged: true });
    return { written: written.length, last: ids.at(-1) };
  });

/** Locks the next records with a status, in the order of their ids. */
async function lockNext(
  { caller, tx }: TransactionContext,
  { model, field }: InboundReference,
  { statusId, after, limit }: Next,
): Promise<string[]> {
  const params = new Params(caller.tenantId);
  const rows = await tx.query<{ id: string; late: boolean }>(
    `select t.id, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and ${field.sql('t')} = ${params.add(statusId, 'uuid')} and t.id > ${params.add(after, 'uuid')}
     order by t.id limit ${params.add(limit, 'int')} for update`,
    params.values,
  );
  if (rows.some(({ late }) => late)) tx.retryTransaction();
  return rows.map(({ id }) => id);
}
