import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { AppError } from '../errors.ts';
import { pastState } from '../events/past-state.ts';
import type { RecordAnswer } from './operation.ts';
import { findReadableState, pastAudience, visibleState, whereRecordEvents } from './record-events.ts';
import type { RecordObject } from './validate.ts';

/** The record at a past time. Access is checked against its current owner, or its last one if it is deleted. */
export async function recordAsOf(
  context: Context,
  grant: Grant,
  id: string,
  at: string,
  only: ReadonlySet<string> | undefined,
): Promise<RecordAnswer> {
  const { last } = await findReadableState(context, grant, id);
  const state = await stateAt(context, grant, id, at, last);
  if (!(await pastAudience(context, grant)(state)))
    throw new AppError('not_found', `${grant.model.label} ${id} did not exist at ${at}.`);
  return { id, version: Number(state.version), body: JSON.stringify(visibleState(grant, state, only)) };
}

interface Row {
  /** True when there is an event at or before that time. */
  readonly found: boolean;
  /** The record after the last of these events; null when that event deleted it. */
  readonly state: string | null;
  /** The record before the first later event, when there is no earlier one. */
  readonly oldest: string | null;
}

/**
 * The time of a write is the `updatedAt` of its record, so that `asOf` with that value finds the write. A change of derived
 * fields leaves `updatedAt` as it is.
 */
const writtenAt = `case when e.via = 'derived' then e.occurred_at
  else coalesce((e.record->>'updatedAt')::timestamptz, e.occurred_at) end`;

async function stateAt(
  context: Context,
  { model }: Grant,
  id: string,
  at: string,
  last: RecordObject,
): Promise<RecordObject> {
  const params = new Params(context.caller.tenantId);
  const events = whereRecordEvents(model, 'e', params.add(id, 'uuid'));
  const atParam = params.add(at, 'timestamptz');
  const [row] = await queryable(context).query<Row>(
    `select s.* from ${scoped(
      's',
      `select b.seq is not null as found, b.record::text as state, a.oldest::text as oldest
       from (select 1) one
       left join lateral (
         select e.seq, e.record from events e where ${events} and ${writtenAt} <= ${atParam}
         order by e.xid desc, e.seq desc limit 1
       ) b on true
       left join lateral (
         select coalesce(e.previous, e.record) as oldest from events e
         where b.seq is null and ${events} and ${writtenAt} > ${atParam}
         order by e.xid, e.seq limit 1
       ) a on true`,
    )}`,
    params.values,
  );
  const unavailable = (why: string) => new AppError('not_found', `${model.label} ${id} ${why} at ${at}.`);
  if (row?.found) {
    if (row.state === null) throw unavailable('was deleted');
    return pastState(model, row.state);
  }
  // Events of that time were dropped or never written. The oldest stored state is used if it is not newer than `at`.
  const oldest = row?.oldest ? pastState(model, row.oldest) : last;
  if (String(oldest.createdAt) > at) throw unavailable('did not exist');
  if (String(oldest.updatedAt) > at) throw unavailable('was changed since, and no stored event shows its state');
  return oldest;
}
