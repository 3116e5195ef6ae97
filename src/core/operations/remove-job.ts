import { type Static, Type } from 'typebox';
import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { AppError, badQuery, notFound } from '../errors.ts';
import { defineJob } from '../jobs/job.ts';
import type { Model } from '../models/model.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { BatchCount, batchSize, stopWhenRefused } from './batch-job.ts';
import { countDependants, isBinding, isOwned, requireUnbound } from './dependants.ts';
import { authorize, type RecordOperation } from './operation.ts';
import { eventsOf, findKnown } from './record-events.ts';
import { type RemoveInput, remove, removeAll } from './remove.ts';
import { clearReferences, countPointing, lockPointing, type PointingCount } from './remove-statements.ts';
import { lockWithinReach, requireReach } from './update.ts';

/** The job counts its work up to this number of each kind; it deletes more if there is more. */
const maxCounted = 1_000_000;
/** Deeper than any chain of owned models. */
const deepest = 10;

const jobInput = Type.Object(
  {
    model: Type.String(),
    id: Type.String({ format: 'uuid' }),
    /** The version that If-Match named. */
    version: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);

/** Deletes a record by a job, however many dependants it has. Returns the id of the job. */
export const removeLater: RecordOperation<RemoveInput, string> = {
  name: 'remove',
  access: 'write',
  run: (context, grant, { id, ifVersion }) =>
    inTransaction(context, async (within) => {
      const { model } = grant;
      const { before } = await lockWithinReach(within, grant, id, ifVersion);
      if (model.removeSets) throw badQuery('async', `cannot be used here: ${model.labelPlural} are never deleted`);
      requireUnbound(within, await countDependants(within, model, [id]));
      const version = ifVersion && { version: before.version };
      return within.services.jobs.enqueue(within, removeRecord, { model: model.name, id, ...version });
    }),
};

/**
 * Deletes in batches, children before their parents and the record itself last. Each batch is a transaction with its
 * events, and nothing is remembered between batches: a job that is taken up again finds the rows that are still there.
 */
export const removeRecord = defineJob({
  name: 'records.delete',
  summary: 'Deletes a record with all its dependants',
  input: jobInput,
  key: ({ id }) => id,
  async run(context, input, controls) {
    const count = await BatchCount.of(context, controls);
    await stopWhenRefused(context, count, 'What was deleted before is in the trash; retry the job to go on.', () =>
      removeInBatches(context, input, controls.signal, count),
    );
  },
});

async function removeInBatches(
  context: Context,
  input: Static<typeof jobInput>,
  signal: AbortSignal,
  count: BatchCount,
): Promise<void> {
  const model = context.registry.named(input.model);
  if (!model) throw notFound(`The model ${input.model}`);
  const grant = authorize(context, remove, model);
  const { total } = await inTransaction(context, async (within) => {
    const dependants = await countDependants(within, model, [input.id], maxCounted);
    requireUnbound(within, dependants);
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

/** One transaction of the job. The record itself is locked by the last one only: until then others may use it. */
async function removeBatch(
  context: TransactionContext,
  grant: Grant,
  { id, version }: Static<typeof jobInput>,
): Promise<Step> {
  const { model } = grant;
  const { now, owner } = await findKnown(context, model, id);
  if (!now) return { written: 0, finished: true };
  await requireReach(context, grant, id, owner);
  if (version !== undefined) await requireUnchanged(context, model, id, version);
  const root = { model, id };
  const unit = await nextUnit(context, root, { model, ids: [id] }, new Set([id]));
  const [first] = unit.holders;
  if (first && unit.holders.reduce((sum, { count }) => sum + count, 0) > batchSize) {
    const rows = await lockPointing(context, first.inbound, unit.ids, batchSize);
    await clearReferences(context, first.inbound, rows, unit.ids);
    return { written: rows.length, finished: false };
  }
  const finished = unit.model === model && unit.ids.includes(id);
  if (finished) await lockWithinReach(context, grant, id);
  const along = (holder: Model, rows: readonly string[]) => descendantsAmong(context, root, holder, rows);
  return { written: await removeAll(context, unit.model, unit.ids, { along }), finished };
}

/** If-Match holds while the job runs: nobody else may change the record. The job itself may, by clearing a reference. */
async function requireUnchanged(context: TransactionContext, model: Model, id: string, version: number): Promise<void> {
  const params = new Params(context.caller.tenantId);
  const events = eventsOf(model, 'e', params.add(id, 'uuid'));
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

interface Unit extends Rows {
  /** What points to the rows and can be cleared. */
  readonly holders: readonly PointingCount[];
}

/** Rows at the end of a chain of owned records, which can be deleted next. The rows on the way to them are locked. */
async function nextUnit(
  context: TransactionContext,
  root: { model: Model; id: string },
  { model, ids }: Rows,
  seen: Set<string>,
): Promise<Unit> {
  const pointing = await countPointing(context, model, ids, batchSize + 1);
  for (const { inbound } of pointing) {
    if (!isOwned(inbound) && !isBinding(inbound)) continue;
    const rows = await lockPointing(context, inbound, ids, batchSize);
    const inside = isOwned(inbound) ? rows : await descendantsAmong(context, root, inbound.model, rows);
    const fresh = inside.filter((id) => !seen.has(id));
    if (fresh.length === 0) continue;
    for (const id of fresh) seen.add(id);
    return nextUnit(context, root, { model: inbound.model, ids: fresh }, seen);
  }
  return { model, ids, holders: pointing.filter(({ inbound }) => !isOwned(inbound) && !isBinding(inbound)) };
}

/** Which of the rows belong to the record, directly or through their parents: they are to be deleted as well. */
async function descendantsAmong(
  { registry, caller, tx }: TransactionContext,
  root: { model: Model; id: string },
  model: Model,
  rows: readonly string[],
): Promise<string[]> {
  let ancestors = new Map(rows.map((id) => [id, id]));
  let level = model;
  for (let depth = 0; level !== root.model && ancestors.size > 0; depth += 1) {
    if (!level.parent || depth === deepest) return [];
    const params = new Params(caller.tenantId);
    const found = await tx.query<{ id: string; parent: string }>(
      `select t.id, ${level.parent.sql('t')} as parent from ${tableAs(level, 't')}
       where ${tenantRows(level, 't')} and t.id = any(${params.add([...new Set(ancestors.values())], 'uuid[]')})`,
      params.values,
    );
    const parents = new Map(found.map(({ id, parent }) => [id, parent]));
    ancestors = new Map(
      [...ancestors].flatMap(([id, at]): [string, string][] => {
        const parent = parents.get(at);
        return parent ? [[id, parent]] : [];
      }),
    );
    level = registry.target(level.parent);
  }
  return [...ancestors].flatMap(([id, at]) => (at === root.id ? [id] : []));
}
