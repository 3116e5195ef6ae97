import { isDeepStrictEqual } from 'node:util';
import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { type Actor, actorOf, actorSql, type ViaColumns } from '../events/event-actors.ts';
import { pastState } from '../events/past-state.ts';
import { momentSql } from '../fields/datetime.ts';
import type { JsonValue } from '../fields/field.ts';
import { maxAnswerBytes, pageTooLarge } from '../limits/answer-size.ts';
import { systemKeys } from '../models/model.ts';
import { type RawQuery, refuseUnknown } from '../query/list-query.ts';
import { afterCursor, cutPage, type EventPage, pageLimit, readEventPage } from './event-pages.ts';
import type { RecordOperation } from './operation.ts';
import { findReadableState, pastAudience, visibleState, whereRecordEvents } from './record-events.ts';
import type { RecordObject } from './validate.ts';

export interface ChangeRow extends ViaColumns {
  readonly xid: string;
  readonly seq: string;
  readonly record: string | null;
  readonly previous: string | null;
  readonly bytes: string;
  readonly actor_id: string | null;
  readonly email: string | null;
  readonly request_id: string | null;
  readonly timestamp: string;
}

interface Change {
  readonly field: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

export interface ChangeEntry {
  readonly version: JsonValue;
  readonly action: 'created' | 'updated' | 'deleted' | 'restored';
  readonly timestamp: string;
  readonly actor: Actor | null;
  readonly requestId: string | null;
  /** Formulas and rollups changed because other records did. The version stays. */
  readonly derived?: true;
  readonly changes: readonly Change[];
}

export interface HistoryInput {
  readonly id: string;
  readonly query: RawQuery;
}

/** The changes of a record, newest first, read from its events. Works for deleted records too. */
export const history: RecordOperation<HistoryInput, { body: string }> = {
  name: 'history',
  access: 'read',
  async run(context, grant, { id, query }) {
    refuseUnknown(query, ['page', 'limit', 'cursor']);
    const page = readEventPage(query);
    await findReadableState(context, grant, id);
    const { rows, meta } = cutPage(page, await readEvents(context, grant, id, page));
    if (Number(rows[0]?.bytes ?? 0) > maxAnswerBytes) throw pageTooLarge();
    const wasShown = pastAudience(context, grant);
    const data: ChangeEntry[] = [];
    for (const row of rows) {
      const entry = await changeEntry(grant, row, wasShown);
      if (entry) data.push(entry);
    }
    return { body: JSON.stringify({ data, meta }) };
  },
};

function readEvents(context: Context, { model }: Grant, id: string, page: EventPage): Promise<ChangeRow[]> {
  const params = new Params(context.caller.tenantId);
  const idParam = params.add(id, 'uuid');
  const { join, email } = actorSql(context, 'e', params);
  const bytes = `sum(octet_length(coalesce(e.record, '')) + octet_length(coalesce(e.previous, ''))) over ()`;
  const events = `select e.xid, e.seq, e.record::text as record, e.previous::text as previous, e.actor_id, e.request_id,
      e.via, e.via_id, e.occurred_at
    from events e where ${whereRecordEvents(model, 'e', idParam)}${afterCursor(page, 'e', params)}
    order by e.xid desc, e.seq desc ${pageLimit(page, params)}`;
  return queryable(context).query<ChangeRow>(
    `select h.* from ${scoped(
      'h',
      `select row_number() over (order by e.xid desc, e.seq desc) as n, e.xid::text as xid, e.seq::text as seq,
        ${bytes} as bytes, case when ${bytes} <= ${maxAnswerBytes} then e.record end as record,
        case when ${bytes} <= ${maxAnswerBytes} then e.previous end as previous,
        e.actor_id, ${email} as email, e.request_id, e.via, e.via_id, ${momentSql('e.occurred_at')} as timestamp
       from (${events}) e ${join}`,
    )} order by h.n`,
    params.values,
  );
}

/**
 * Shows a change to readers who saw the record after it, and the previous values to readers who saw the record before
 * it.
 */
export async function changeEntry(
  grant: Grant,
  row: ChangeRow,
  wasShown: ReturnType<typeof pastAudience>,
): Promise<ChangeEntry | undefined> {
  const isDerived = row.via === 'derived';
  const derivedAt = isDerived ? row.timestamp : undefined;
  const record = row.record === null ? undefined : pastState(grant.model, row.record, derivedAt);
  const previous = row.previous === null ? undefined : pastState(grant.model, row.previous, derivedAt);
  const shownBefore = previous !== undefined && (await wasShown(previous));
  if (!(record ? await wasShown(record) : shownBefore)) return undefined;
  return {
    version: (record ?? previous)?.version ?? null,
    action: actionOf(record, previous),
    timestamp: row.timestamp,
    actor: actorOf(row.actor_id, row.email, row),
    requestId: row.request_id,
    ...(isDerived && { derived: true }),
    changes: changesOf(grant, record ?? {}, shownBefore ? previous : {}),
  };
}

/** Only a created record has version 1, because a restored record continues its version numbers. */
function actionOf(record: RecordObject | undefined, previous: RecordObject | undefined): ChangeEntry['action'] {
  if (!record) return 'deleted';
  if (previous) return 'updated';
  return record.version === 1 ? 'created' : 'restored';
}

function changesOf(grant: Grant, record: RecordObject, previous: RecordObject): Change[] {
  const visibleBefore = visibleState(grant, previous);
  return Object.entries(visibleState(grant, record)).flatMap(([field, after]) => {
    const before = visibleBefore[field] ?? null;
    return systemKeys.has(field) || isDeepStrictEqual(before, after) ? [] : [{ field, before, after }];
  });
}
