import { inTenant, Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { notFound } from '../errors.ts';
import { pastState } from '../events/past-state.ts';
import type { JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { isInAudience, reachesOwner } from '../query/reach.ts';
import { eventJson, isAbsentFromEvents, scopedRows, tableAs } from '../query/rows.ts';
import { ownerOf, type RecordObject } from './validate.ts';

/** Reads the events of one record, and its past states from them. */

/**
 * The part of `where` that finds the events of a record. A tenant may delete a custom model and create another with the
 * same name. Events that are older than the new model belong to the old one.
 */
export function whereRecordEvents(model: Model, alias: string, id: string): string {
  const events = `${inTenant(alias)} and ${alias}.record_id = ${id} and ${alias}.model = '${model.name}'`;
  if (model.customId === undefined) return events;
  return `${events} and ${alias}.occurred_at >=
    (select m.created_at from custom_models m where ${inTenant('m')} and m.id = '${model.customId}'::uuid)`;
}

/** The last state of a record, which may have been deleted. */
export interface LastState {
  /** The current record without secrets; undefined when it is deleted. */
  readonly current: RecordObject | undefined;
  /** The transaction that wrote its last event. */
  readonly lastXid: string | null;
  /** The id of the request that wrote its last event. */
  readonly lastRequest: string | null;
  /** The current record, or the last state of a deleted one. */
  readonly last: RecordObject;
}

export async function findLastState(context: Context, model: Model, id: string): Promise<LastState> {
  const params = new Params(context.caller.tenantId);
  const idParam = params.add(id, 'uuid');
  const [row] = await queryable(context).query<{
    current: string | null;
    xid: string | null;
    request_id: string | null;
    last: string | null;
  }>(
    `select k.* from ${scoped(
      'k',
      `select (select ${eventJson(model, 't')}::text from ${tableAs(model, 't')}
          where ${scopedRows(model, 't')} and t.id = ${idParam}) as current, e.xid::text as xid, e.request_id, e.last
       from (select 1) one left join lateral (
         select e.xid, e.request_id, coalesce(e.record, e.previous)::text as last from events e where ${whereRecordEvents(model, 'e', idParam)}
         order by e.xid desc, e.seq desc limit 1
       ) e on true`,
    )}`,
    params.values,
  );
  const text = row?.current ?? row?.last;
  if (!row || !text) throw notFound(`${model.label} ${id}`);
  const last = pastState(model, text);
  const current = row.current === null ? undefined : last;
  return { current, lastXid: row.xid, lastRequest: row.request_id, last };
}

/** Like `findLastState`, but throws `not_found` when the caller may not read the record. */
export async function findReadableState(context: Context, grant: Grant, id: string): Promise<LastState> {
  const state = await findLastState(context, grant.model, id);
  const readable =
    (await reachesOwner(context, grant, ownerOf(grant.model, state.last))) &&
    (await isInAudience(context, grant, state.last));
  if (!readable) throw notFound(`${grant.model.label} ${id}`);
  return state;
}

/**
 * Returns a function that is true when the caller belonged to the audience of a record in a past state. A record that
 * was private and is now shared does not show its private states. States with the same audience are checked once.
 */
export function pastAudience(context: Context, grant: Grant): (state: RecordObject) => Promise<boolean> {
  const { audience } = grant;
  if (audience === undefined) return async () => true;
  const { users = [], linked, roles, teams, viewerTeams, visibility, shared, team } = audience.declared;
  const keys = [...users, roles, teams, viewerTeams, visibility, shared, team, linked?.key];
  const known = new Map<string, Promise<boolean>>();
  return (state) => {
    const text = JSON.stringify(keys.map((key) => (key === undefined ? null : state[key])));
    const found = known.get(text) ?? isInAudience(context, grant, state);
    known.set(text, found);
    return found;
  };
}

/**
 * The fields of a past state that the caller may see, in the format of the current model. Events contain no secrets.
 */
export function visibleState(
  { model, hidden }: Grant,
  state: RecordObject,
  only?: ReadonlySet<string>,
): Record<string, JsonValue> {
  const fields = [...model.fields.values()].filter(
    (field) =>
      !isAbsentFromEvents(field) &&
      !hidden.has(field.key) &&
      (only === undefined || field.key === '_id' || only.has(field.key)),
  );
  return Object.fromEntries(fields.map(({ key }) => [key, state[key] ?? null]));
}
