import { inTenant, Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { reachesOwner } from '../access/reach.ts';
import { type Context, queryable } from '../context.ts';
import { notFound } from '../errors.ts';
import { pastState } from '../events/past-state.ts';
import type { JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { eventJson, isKeptOut, scopedRows, tableAs } from '../query/rows.ts';
import { ownerOf, type RecordObject } from './validate.ts';

/** How the events of one record are read in SQL, and what they tell of it. */

/**
 * The part of `where` that finds the events of a record. A tenant may delete a model of its own and make another of that
 * name: events from before it was made are not about its records.
 */
export function eventsOf(model: Model, alias: string, id: string): string {
  const events = `${inTenant(alias)} and ${alias}.record_id = ${id} and ${alias}.model = '${model.name}'`;
  if (model.customId === undefined) return events;
  return `${events} and ${alias}.occurred_at >=
    (select m.created_at from custom_models m where ${inTenant('m')} and m.id = '${model.customId}'::uuid)`;
}

/** What is known of a record, which may be deleted by now. */
export interface KnownRecord {
  /** As it is, without secrets; undefined when it is deleted. */
  readonly now: RecordObject | undefined;
  /** The transaction that wrote its last event. */
  readonly lastXid: string | null;
  /** The request that wrote it. */
  readonly lastRequest: string | null;
  /** Its owner, or the last one of a deleted record. */
  readonly owner: JsonValue | undefined;
  readonly last: RecordObject;
}

export async function findKnown(context: Context, model: Model, id: string): Promise<KnownRecord> {
  const params = new Params(context.caller.tenantId);
  const idParam = params.add(id, 'uuid');
  const [row] = await queryable(context).query<{
    now: string | null;
    xid: string | null;
    request_id: string | null;
    last: string | null;
  }>(
    `select k.* from ${scoped(
      'k',
      `select (select ${eventJson(model, 't')}::text from ${tableAs(model, 't')}
          where ${scopedRows(model, 't')} and t.id = ${idParam}) as now, e.xid::text as xid, e.request_id, e.last
       from (select 1) one left join lateral (
         select e.xid, e.request_id, coalesce(e.record, e.previous)::text as last from events e where ${eventsOf(model, 'e', idParam)}
         order by e.xid desc, e.seq desc limit 1
       ) e on true`,
    )}`,
    params.values,
  );
  const told = row?.now ?? row?.last;
  if (!row || !told) throw notFound(`${model.label} ${id}`);
  const last = pastState(model, told);
  const now = row.now === null ? undefined : last;
  return { now, lastXid: row.xid, lastRequest: row.request_id, owner: ownerOf(model, last), last };
}

/** As `findKnown`, for one who reads: what is out of reach is not found. */
export async function findReadable(context: Context, grant: Grant, id: string): Promise<KnownRecord> {
  const known = await findKnown(context, grant.model, id);
  if (!(await reachesOwner(context, grant, known.owner))) throw notFound(`${grant.model.label} ${id}`);
  return known;
}

/** What a caller sees of a past state, in the form of the model as it is now. Events know nothing of secrets. */
export function visibleState(
  { model, hidden }: Grant,
  state: RecordObject,
  only?: ReadonlySet<string>,
): Record<string, JsonValue> {
  const fields = [...model.fields.values()].filter(
    (field) =>
      !isKeptOut(field) && !hidden.has(field.key) && (only === undefined || field.key === '_id' || only.has(field.key)),
  );
  return Object.fromEntries(fields.map(({ key }) => [key, state[key] ?? null]));
}
