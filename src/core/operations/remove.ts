import { Params } from '#db/params.ts';
import type { Grant } from '../access.ts';
import { type Context, inTransaction, queryable } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Model } from '../model.ts';
import type { Inbound } from '../registry.ts';
import { tableAs, tenantRows } from '../rows.ts';
import { readRecord } from '../validate.ts';
import { forgetIfAccess } from './caches.ts';
import type { RecordOperation } from './operation.ts';
import { releaseUniques } from './references.ts';
import { clearReferences, deleteRows, pointsTo, updateRecord } from './statements.ts';
import { lockWithinReach } from './update.ts';

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
        await updateRecord(within, grant.model, before, values);
      } else await removeAll(within, grant.model, [id]);
      forgetIfAccess(within, grant.model);
    }),
};

const systemGrant = (grant: Grant): Grant => ({ ...grant, hidden: new Set(), readOnly: new Set() });

/** Removes records that are locked already, as `remove` does. */
export async function removeAll(context: Context, model: Model, ids: readonly string[]): Promise<void> {
  for (const inbound of await pointingAt(context, model, ids)) {
    if (inbound.model.parent === inbound.field) {
      const children = await lockPointing(context, inbound, ids);
      if (children.length > 0) await removeAll(context, inbound.model, children);
    } else if (inbound.field.required && !inbound.field.type.array) {
      // A record that is going away itself, such as a child that also points to its sibling, does not count.
      const others = (await lockPointing(context, inbound, ids)).filter(
        (id) => !(inbound.model.name === model.name && ids.includes(id)),
      );
      if (others.length > 0) throw stillReferenced(model, inbound, others.length);
    } else await clearReferences(context, inbound.model, inbound.field, ids);
  }
  await releaseUniques(context, model, ids);
  await deleteRows(context, model, ids);
}

const stillReferenced = (model: Model, { model: holder, field }: Inbound, count: number): AppError => {
  const named = count === 1 ? holder.label : holder.labelPlural;
  const message = `${model.label} is still referenced by ${field.key} of ${count} ${named.toLowerCase()}; change or delete those first.`;
  return new AppError('still_referenced', message, [
    { field: `${holder.name}.${field.key}`, code: 'still_referenced', message },
  ]);
};

/** Which of the many references that could point here do: one round trip, whatever their number. */
async function pointingAt(context: Context, model: Model, ids: readonly string[]): Promise<Inbound[]> {
  const inbound = context.registry.inbound(model);
  if (inbound.length === 0) return [];
  const params = new Params(context.caller.tenantId);
  const idsParam = params.add(ids, 'uuid[]');
  const questions = inbound.map(
    (other, n) =>
      `select ${n} as n where exists (select 1 from ${tableAs(other.model, 't')}
        where ${tenantRows(other.model, 't')} and ${pointsTo(other.field, 't', idsParam)})`,
  );
  const rows = await queryable(context).query<{ n: number }>(questions.join(' union all '), params.values);
  return rows.flatMap(({ n }) => inbound[n] ?? []);
}

async function lockPointing(context: Context, { model, field }: Inbound, ids: readonly string[]): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const rows = await queryable(context).query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and ${pointsTo(field, 't', params.add(ids, 'uuid[]'))} order by t.id for update`,
    params.values,
  );
  return rows.map((row) => row.id);
}
