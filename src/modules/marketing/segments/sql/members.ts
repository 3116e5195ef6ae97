import { type Grant, isLimited } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { momentSql } from '#core/fields/datetime.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '#core/query/rows.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import type { StoredSegment } from '../stored/stored-segment.ts';

interface MembersRequest {
  /** Undefined for the members now. */
  readonly at: string | undefined;
  readonly after: { readonly at: string; readonly id: string } | undefined;
  readonly limit: number;
}

interface MemberRow {
  readonly recordId: string;
  readonly enteredAt: string;
  readonly leftAt: string | null;
  readonly record: Record<string, unknown> | null;
  /** The time with all its digits, for the cursor. */
  readonly exact: string;
}

const countLimit = 10_000;

/** A page of members that the caller may see. Who was deleted since is shown only to callers who see all records. */
export async function readMembers(context: Context, grant: Grant, segment: StoredSegment, request: MembersRequest) {
  const { model } = grant;
  const { at, after, limit } = request;
  const members = (params: Params): string => {
    const id = params.add(segment.id, 'uuid');
    const time = at === undefined ? undefined : params.add(at, 'timestamptz');
    const current =
      time === undefined
        ? 'm.left_at is null'
        : `m.entered_at <= ${time} and (m.left_at is null or m.left_at > ${time})`;
    const join = isLimited(grant) || at === undefined ? 'join' : 'left join';
    return `segment_members m ${join} ${tableAs(model, 't')} on ${scopedRows(model, 't')} and t.id = m.record_id${withinReach(grant, 't', params)}
      where ${inTenant('m')} and m.segment_id = ${id} and ${current}`;
  };
  const params = new Params(context.caller.tenantId);
  const from = members(params);
  const rest = after
    ? ` and (m.entered_at, m.record_id) < (${params.add(after.at, 'timestamptz')}, ${params.add(after.id, 'uuid')})`
    : '';
  const rows = await queryable(context).query<MemberRow>(
    `select r.* from ${scoped(
      'r',
      `select m.record_id as "recordId", ${momentSql('m.entered_at')} as "enteredAt", ${momentSql('m.left_at')} as "leftAt",
         case when t.id is not null then ${visibleJson(grant, 't')} end as record, m.entered_at::text as exact
       from ${from}${rest} order by m.entered_at desc, m.record_id desc limit ${params.add(limit + 1, 'int')}`,
    )}`,
    params.values,
  );
  const counting = new Params(context.caller.tenantId);
  const [counted] = await queryable(context).query<{ count: number }>(
    `select r.count from ${scoped('r', `select count(*)::int as count from (select from ${members(counting)} limit ${countLimit + 1}) c`)}`,
    counting.values,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const count = counted?.count ?? 0;
  return {
    data: shown.map(({ exact: _exact, ...row }) => ({ _id: row.recordId, modelKey: segment.modelKey, ...row })),
    meta: {
      limit,
      total: Math.min(count, countLimit),
      totalIsExact: count <= countLimit,
      nextCursor: last ? Buffer.from(`${last.exact} ${last.recordId}`).toString('base64url') : null,
    },
  };
}
