import { Params } from '#db/params.ts';
import type { Grant } from '../access.ts';
import { inTransaction, type Writing } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Model } from '../model.ts';
import type { Inbound } from '../registry.ts';
import { tableAs, tenantRows } from '../rows.ts';
import { readRecord } from '../validate.ts';
import { forgetIfAccess } from './caches.ts';
import type { RecordOperation } from './operation.ts';
import { countKnown, releaseUniques } from './references.ts';
import { clearReferences, deleteRows, lockPointing, pointsTo } from './statements.ts';
import { lockWithinReach, saveChange } from './update.ts';

export interface RemoveInput {
  readonly id: string;
  readonly ifVersion?: readonly number[] | undefined;
}

/** Deletes a record with all that belongs to it, clears what points to it, and writes an event for each. */
export const remove: RecordOperation<RemoveInput, void> = {
  name: 'remove',
  access: 'write',
  run: (context, grant, { id, ifVersion }) =>
    inTransaction(context, async (within) => {
      const { before } = await lockWithinReach(within, grant, id, ifVersion);
      const { removeSets } = grant.model;
      if (removeSets) {
        const values = await readRecord(within, systemGrant(grant), removeSets, 'merge');
        await saveChange(within, grant.model, before, values);
      } else await removeAll(within, grant.model, [id]);
      forgetIfAccess(within, grant.model);
    }),
};

const systemGrant = (grant: Grant): Grant => ({ ...grant, hidden: new Set(), readOnly: new Set() });

/** The records that a delete takes along, by model; those that were found first are deleted last. */
type Doomed = Map<Model, Set<string>>;

/** Removes records that are locked already, as `remove` does. */
export async function removeAll(context: Writing, model: Model, ids: readonly string[]): Promise<void> {
  const doomed: Doomed = new Map();
  const others = await gather(context, model, ids, doomed);
  const staying = ({ model: holder }: Inbound, rows: readonly string[]) =>
    rows.filter((id) => !doomed.get(holder)?.has(id));
  for (const { inbound, rows, ids: targets } of others) {
    const holders = staying(inbound, rows);
    if (holders.length === 0) continue;
    if (inbound.field.required && !inbound.field.type.array) throw await stillReferenced(context, inbound, holders);
    await clearReferences(context, inbound, holders, targets);
  }
  // Those that go together may point to each other; the keys are checked once all of them are gone.
  const several = doomed.size > 1;
  if (several) await context.tx.query('set constraints all deferred');
  for (const [gone, set] of [...doomed].reverse()) {
    await gone.hooks.beforeRemove?.(context, [...set]);
    await releaseUniques(context, gone, [...set]);
    await deleteRows(context, gone, [...set]);
    await gone.hooks.afterRemove?.(context, [...set]);
  }
  if (several) await context.tx.query('set constraints all immediate');
}

interface Pointing {
  readonly inbound: Inbound;
  readonly rows: readonly string[];
  readonly ids: readonly string[];
}

/** Fills `doomed` with the records and all that belong to them, and returns what else points to any of these. */
async function gather(context: Writing, model: Model, ids: readonly string[], doomed: Doomed): Promise<Pointing[]> {
  const set = doomed.get(model) ?? new Set();
  const fresh = ids.filter((id) => !set.has(id));
  if (fresh.length === 0) return [];
  doomed.set(model, new Set([...set, ...fresh]));
  const others: Pointing[] = [];
  for (const inbound of await pointingAt(context, model, fresh)) {
    const rows = await lockPointing(context, inbound, fresh);
    if (inbound.model.parent === inbound.field) others.push(...(await gather(context, inbound.model, rows, doomed)));
    else others.push({ inbound, rows, ids: fresh });
  }
  return others;
}

/** Names the records that the caller may read; of others it says only that there are some. */
async function stillReferenced(context: Writing, inbound: Inbound, holders: readonly string[]): Promise<AppError> {
  const { registry, caller } = context;
  const { model: holder, field } = inbound;
  const { label } = registry.target(field);
  const readable = caller.access.reach(holder.scopes.read) !== undefined;
  const grant = readable ? caller.access.grant(holder, 'read') : undefined;
  const count = grant && !grant.hidden.has(field.key) ? await countKnown(context, grant, holders) : 0;
  if (count === 0)
    return new AppError('still_referenced', `${label} is still referenced by records that you may not read.`);
  const named = count === 1 ? holder.label : holder.labelPlural;
  const message = `${label} is still referenced by ${field.key} of ${count} ${named.toLowerCase()}; change or delete those first.`;
  return new AppError('still_referenced', message, [
    { field: `${holder.name}.${field.key}`, code: 'still_referenced', message },
  ]);
}

/** Which of the many references that could point here do: one round trip, whatever their number. */
async function pointingAt({ registry, caller, tx }: Writing, model: Model, ids: readonly string[]): Promise<Inbound[]> {
  const inbound = registry.inbound(model);
  if (inbound.length === 0) return [];
  const params = new Params(caller.tenantId);
  const idsParam = params.add(ids, 'uuid[]');
  const questions = inbound.map(
    (other, n) =>
      `select ${n} as n where exists (select 1 from ${tableAs(other.model, 't')}
        where ${tenantRows(other.model, 't')} and ${pointsTo(other, 't', idsParam)})`,
  );
  const rows = await tx.query<{ n: number }>(questions.join(' union all '), params.values);
  return rows.flatMap(({ n }) => inbound[n] ?? []);
}
