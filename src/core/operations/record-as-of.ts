import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { AppError, badQuery } from '../errors.ts';
import { pastState } from '../events/past-state.ts';
import { datetimeType } from '../fields/datetime.ts';
import { bindField, Problem } from '../fields/field.ts';
import type { RecordAnswer } from './operation.ts';
import { eventsOf, findReadable, visibleState } from './record-events.ts';
import type { RecordObject } from './validate.ts';

const asOf = bindField('asOf', { type: datetimeType, options: {} });

/** The moment that `?asOf=` names, in UTC. */
export function readAsOf(value: unknown): string {
  try {
    return String(datetimeType.check(value, asOf));
  } catch (problem) {
    if (problem instanceof Problem) throw badQuery('asOf', problem.message);
    throw problem;
  }
}

/** The record as it was then. Whose it is, and so who may read it, is judged by what is known of it now. */
export async function recordAsOf(
  context: Context,
  grant: Grant,
  id: string,
  at: string,
  only: ReadonlySet<string> | undefined,
): Promise<RecordAnswer> {
  const { last } = await findReadable(context, grant, id);
  const state = await stateAt(context, grant, id, at, last);
  return { id, version: Number(state.version), body: JSON.stringify(visibleState(grant, state, only)) };
}

interface Row {
  /** Whether there is an event at that moment or before it, and what the last of these left. */
  readonly found: boolean;
  readonly state: string | null;
  /** Otherwise, what the first event behind it knows of the record before. */
  readonly oldest: string | null;
}

/** When a write took effect: as the record itself says, so that its `updatedAt` finds it. */
const moment = `coalesce((e.record->>'updatedAt')::timestamptz, e.occurred_at)`;

async function stateAt(
  context: Context,
  { model }: Grant,
  id: string,
  at: string,
  last: RecordObject,
): Promise<RecordObject> {
  const params = new Params(context.caller.tenantId);
  const events = eventsOf(model, 'e', params.add(id, 'uuid'));
  const atParam = params.add(at, 'timestamptz');
  const [row] = await queryable(context).query<Row>(
    `select s.* from ${scoped(
      's',
      `select b.seq is not null as found, b.record::text as state, a.oldest::text as oldest
       from (select 1) one
       left join lateral (
         select e.seq, e.record from events e where ${events} and ${moment} <= ${atParam}
         order by e.xid desc, e.seq desc limit 1
       ) b on true
       left join lateral (
         select coalesce(e.previous, e.record) as oldest from events e
         where b.seq is null and ${events} and ${moment} > ${atParam}
         order by e.xid, e.seq limit 1
       ) a on true`,
    )}`,
    params.values,
  );
  const gone = (why: string) => new AppError('not_found', `${model.label} ${id} ${why} at ${at}.`);
  if (row?.found) {
    if (row.state === null) throw gone('was deleted');
    return pastState(model, row.state);
  }
  // Events from that time were dropped, or there never were any: what is known of the record must be old enough.
  const oldest = row?.oldest ? pastState(model, row.oldest) : last;
  if (String(oldest.createdAt) > at) throw gone('did not exist');
  if (String(oldest.updatedAt) > at)
    throw gone('was changed since, and events are no longer kept that tell what it was');
  return oldest;
}
