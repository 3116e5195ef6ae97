import { type Static, Type } from 'typebox';
import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { AppError, badQuery, notFound } from '../errors.ts';
import { defineJob } from '../jobs/job.ts';
import type { Model } from '../models/model.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { BatchProgress, batchSize, stopOnClientError } from './batch-job.ts';
import { blocksDelete, countDependants, isParentReference, requireDeletable } from './dependants.ts';
import { authorize, type RecordOperation } from './operation.ts';
import { findLastState, whereRecordEvents } from './record-events.ts';
import { type RemoveInput, remove, removeAll } from './remove.ts';
import { clearReferences, countReferrers, lockReferrers, type ReferrerCount } from './remove-statements.ts';
import { lockWithinReach, requireReach } from './update.ts';

/** The limit up to which the job counts rows per reference for its progress. It deletes all rows regardless. */
const maxCounted = 1_000_000;
/** More levels than any chain of parents has. */
const maxDepth = 10;

const jobInput = Type.Object(
  {
    model: Type.String(),
    id: Type.String({ format: 'uuid' }),
    /** The version in If-Match. */
    version: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

/** Enqueues a job that deletes a record with any number of dependants. Returns the id of the job. */
export const removeAsync: RecordOperation<RemoveInput, string> = {
  name: 'remove',
  access: 'write',
  run: (context, grant, { id, ifVersion }) =>
    inTransaction(context, async (within) => {
      const { model } = grant;
      const { before } = await lockWithinReach(within, grant, id, ifVersion);
      if (model.removeSets) throw badQuery('async', `cannot be used here: ${model.labelPlural} are never deleted`);
      requireDeletable(within, await countDependants(within, model, [id]));
      const version = ifVersion && { version: before.version };
      return within.services.jobs.enqueue(within, removeRecordJob, { model: model.name, id, ...version });
    }),
};

/**
 * Deletes in batches, children before their parents and the record itself last. Each batch is a transaction that also
 * writes its events. The job keeps no state between batches: a retried job reads which rows still exist.
 */
export const removeRecordJob = defineJob({
  name: 'records.delete',
  summary: 'Deletes a record with all its dependants',
  input: jobInput,
  key: ({ id }) => id,
  async run(context, input, controls) {
    const count = await BatchProgress.of(context, controls);
    await stopOnClientError(context, count, 'What was deleted before is in the trash; retry the job to go on.', () =>
      removeInBatches(context, input, controls.signal, count),
    );
  },
});

async function removeInBatches(
  context: Context,
  input: Static<typeof jobInput>,
  signal: AbortSignal,
  count: BatchProgress,
): Promise<void> {
  const model = context.registry.named(input.model);
  if (!model) throw notFound(`The model ${input.model}`);
  const grant = authorize(context, remove, model);
  const { total } = await inTransaction(context, async (within) => {
    const dependants = await countDependants(within, model, [input.id], maxCounted);
    requireDeletable(within, dependants);
    return dependants;
  });
  count.expect(total + 1);
  for (let finished = false; !finished; ) {
    signal.throwIfAborted();
    const step = await inTransaction(context, (within) => removeBatch(within, grant, input));
    ({ finished } = step);
    count.add(step.written);
  }
}

interface Step {
  readonly written: number;
  readonly finished: boolean;
}

/**
 * Runs one transaction of the job. Only the last one locks the record itself, so other requests can use it until then.
 */
async function removeBatch(
  context: TransactionContext,
  grant: Grant,
  { id, version }: Static<typeof jobInput>,
): Promise<Step> {
  const { model } = grant;
  const { current } = await findLastState(context, model, id);
  if (!current) return { written: 0, finished: true };
  await requireReach(context, grant, id, current);
  if (version !== undefined) await requireUnchanged(context, model, id, version);
  const root = { model, id };
  const leaves = await findLeaves(context, root, { model, ids: [id] }, new Set([id]));
  const [first] = leaves.referrers;
  if (first && leaves.referrers.reduce((sum, { count }) => sum + count, 0) > batchSize) {
    const rows = await lockReferrers(context, first.inbound, leaves.ids, batchSize);
    await clearReferences(context, first.inbound, rows, leaves.ids);
    return { written: rows.length, finished: false };
  }
  const finished = leaves.model === model && leaves.ids.includes(id);
  if (finished) await lockWithinReach(context, grant, id);
  const alsoDelete = (referrer: Model, rows: readonly string[]) => filterDescendants(context, root, referrer, rows);
  return { written: await removeAll(context, leaves.model, leaves.ids, { alsoDelete }), finished };
}

/**
 * Checks If-Match in every batch: the job fails when another request has changed the record. Versions that the job
 * itself writes, by clearing a reference, do not count.
 */
async function requireUnchanged(context: TransactionContext, model: Model, id: string, version: number): Promise<void> {
  const params = new Params(context.caller.tenantId);
  const events = whereRecordEvents(model, 'e', params.add(id, 'uuid'));
  const rows = await context.tx.query(
    `select c.* from ${scoped(
      'c',
      `select 1 from events e where ${events} and (e.record->>'version')::bigint > ${params.add(version, 'bigint')}
         and e.request_id is distinct from ${params.add(context.requestId, 'text')} limit 1`,
    )}`,
    params.values,
  );
  if (rows.length > 0)
    throw new AppError('version_mismatch', `${model.label} ${id} was changed after version ${version}, so it stays.`);
}

interface Rows {
  readonly model: Model;
  readonly ids: readonly string[];
}

interface Leaves extends Rows {
  /** References whose rows can be cleared. */
  readonly referrers: readonly ReferrerCount[];
}

/** Finds descendants without children, which can be deleted next. Locks them and the rows between them and the root. */
async function findLeaves(
  context: TransactionContext,
  root: { model: Model; id: string },
  { model, ids }: Rows,
  visited: Set<string>,
): Promise<Leaves> {
  const referrers = await countReferrers(context, model, ids, batchSize + 1);
  for (const { inbound } of referrers) {
    if (!isParentReference(inbound) && !blocksDelete(inbound)) continue;
    const rows = await lockReferrers(context, inbound, ids, batchSize);
    const descendants = isParentReference(inbound) ? rows : await filterDescendants(context, root, inbound.model, rows);
    const added = descendants.filter((id) => !visited.has(id));
    if (added.length === 0) continue;
    for (const id of added) visited.add(id);
    return findLeaves(context, root, { model: inbound.model, ids: added }, visited);
  }
  const clearable = referrers.filter(({ inbound }) => !isParentReference(inbound) && !blocksDelete(inbound));
  return { model, ids, referrers: clearable };
}

/** The rows among these that are descendants of the root, which the job deletes too. */
async function filterDescendants(
  { registry, caller, tx }: TransactionContext,
  root: { model: Model; id: string },
  model: Model,
  rows: readonly string[],
): Promise<string[]> {
  let ancestors = new Map(rows.map((id) => [id, id]));
  let level = model;
  for (let depth = 0; level !== root.model && ancestors.size > 0; depth += 1) {
    if (!level.parent || depth === maxDepth) return [];
    const params = new Params(caller.tenantId);
    const found = await tx.query<{ id: string; parent: string }>(
      `select t.id, ${level.parent.sql('t')} as parent from ${tableAs(level, 't')}
       where ${tenantRows(level, 't')} and t.id = any(${params.add([...new Set(ancestors.values())], 'uuid[]')})`,
      params.values,
    );
    const parents = new Map(found.map(({ id, parent }) => [id, parent]));
    ancestors = new Map(
      [...ancestors].flatMap(([id, ancestor]): [string, string][] => {
        const parent = parents.get(ancestor);
        return parent ? [[id, parent]] : [];
      }),
    );
    level = registry.target(level.parent);
  }
  return [...ancestors].flatMap(([id, ancestor]) => (ancestor === root.id ? [id] : []));
}
