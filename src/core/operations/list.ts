import { Params, scoped } from '#db/params.ts';
import type { Grant } from '../access.ts';
import { queryable } from '../context.ts';
import { compileConditions } from '../query/compile.ts';
import { encodeCursor, positionSql, stretches } from '../query/paging.ts';
import { type ListQuery, prefixQuery, type RawQuery, readListQuery } from '../query/read.ts';
import { scopedRows, searchVector, tableAs, visibleJson, withinReach } from '../rows.ts';
import { includedSql, readIncluded } from './include.ts';
import type { RecordOperation } from './operation.ts';

/** Beyond this many matches the default count stops counting. */
export const countLimit = 10_000;

interface Page {
  readonly data: string;
  readonly found: number;
  readonly last: string | null;
  readonly included: string | null;
  readonly total: string | null;
}

/** Answers with the body of the response: the records are never parsed on their way through. */
export const list: RecordOperation<RawQuery, { body: string }> = {
  name: 'list',
  access: 'read',
  async run(context, grant, raw) {
    const query = readListQuery(context, grant, raw);
    const params = new Params(context.caller.tenantId);
    const rows = await queryable(context).query<Page>(listSql(grant, query, params), params.values);
    const page = rows[0] as Page;
    const meta = JSON.stringify(describe(query, page));
    if (query.include.length === 0) return { body: `{"data":${page.data},"meta":${meta}}` };
    const included = await readIncluded(context, query.include, page.included);
    return { body: `{"data":${page.data},"meta":${meta},"included":${included}}` };
  },
};

/** `search` is `list` with its query in the body. */
export const search: typeof list = { ...list, name: 'search' };

/** The `where` of a list: the caller's rows that match. Aggregates count the same ones. */
export function matching(grant: Grant, { conditions, q }: Pick<ListQuery, 'conditions' | 'q'>, params: Params): string {
  const where = `${scopedRows(grant.model, 't')}${withinReach(grant, 't', params)}${compileConditions(conditions, 't', params)}`;
  if (q.length === 0) return where;
  const vector = searchVector(grant, 't');
  return vector
    ? `${where} and ${vector} @@ to_tsquery('pg_catalog.simple'::regconfig, ${params.add(prefixQuery(q), 'text')})`
    : `${where} and false`;
}

/**
 * One statement for the page, whether there is more, the cursor and the total. The total is only counted when the page
 * does not tell it already. Stretches of a page come in order: `union all` is an Append, which runs its parts one after
 * the other and stops at the limit (parallel plans, which would not, are off in our sessions).
 */
function listSql(grant: Grant, query: ListQuery, params: Params): string {
  const { model } = grant;
  const where = matching(grant, query, params);
  const limit = query.limit;
  const offset = query.byCursor ? 0 : (query.page - 1) * limit;
  const most = params.add(limit + 1 + offset, 'bigint');
  const parts = stretches(query.sort, 't', query.after, params).map(
    (part) =>
      `(select t.* from ${tableAs(model, 't')} where ${where}${part.where} order by ${part.orderBy} limit ${most})`,
  );
  const limitParam = params.add(limit, 'bigint');
  const rows = parts.length === 1 ? parts[0] : `(${parts.join(' union all ')})`;
  const page = `select count(*)::int as found,
      coalesce('[' || string_agg(s.j, ',') filter (where s.n <= ${limitParam}) || ']', '[]') as data,
      min(s.k) filter (where s.n = ${limitParam}) as last,
      ${query.include.length === 0 ? 'null' : `json_agg(s.i) filter (where s.n <= ${limitParam})`} as included
    from (
      select row_number() over () as n, ${visibleJson(grant, 't', query.fields)}::text as j, ${positionSql(query.sort, 't')} as k
        ${query.include.length === 0 ? '' : `, ${includedSql(query.include, 't')} as i`}
      from ${rows} t limit ${params.add(limit + 1, 'bigint')} offset ${params.add(offset, 'bigint')}
    ) s`;
  return `select page.found, page.data, page.last, page.included, ${totalSql(query, where, model, offset, limit, params)} as total
    from ${scoped('page', page)}`;
}

function totalSql(
  query: ListQuery,
  where: string,
  model: Grant['model'],
  offset: number,
  limit: number,
  params: Params,
): string {
  if (query.count === 'none') return 'null::bigint';
  const cap = query.count === 'auto' ? ` limit ${countLimit + 1}` : '';
  const counted = `(select count(*) from (select 1 from ${tableAs(model, 't')} where ${where}${cap}) c)`;
  if (query.byCursor) return counted;
  const known = `page.found <= ${params.add(limit, 'bigint')} and (page.found > 0 or ${params.add(offset, 'bigint')} = 0)`;
  return `case when ${known} then page.found + ${params.add(offset, 'bigint')} else ${counted} end`;
}

function describe(query: ListQuery, page: Page): Record<string, unknown> {
  const hasMore = page.found > query.limit;
  const nextCursor = hasMore && page.last !== null ? encodeCursor(query.sort, page.last) : null;
  const meta = { page: query.byCursor ? null : query.page, limit: query.limit, hasMore, nextCursor };
  if (page.total === null) return meta;
  const counted = Number(page.total);
  const totalExact = query.count === 'exact' || counted <= countLimit;
  const total = totalExact ? counted : countLimit;
  return { ...meta, total, totalExact, totalPages: Math.ceil(total / query.limit) };
}
