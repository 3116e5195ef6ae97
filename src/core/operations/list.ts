import { Params, plannedEachTime, scoped } from '#db/params.ts';
import { LruMap } from '#lib/lru.ts';
import type { Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { largestAnswer, pageTooLarge } from '../limits/answer-size.ts';
import type { Model } from '../models/model.ts';
import { compileConditions } from '../query/filter-sql.ts';
import { type ListQuery, type RawQuery, readListQuery } from '../query/list-query.ts';
import { encodeCursor, positionSql, segments } from '../query/paging.ts';
import { scopedRows, searchCondition, tableAs, visibleJson, withinReach } from '../query/rows.ts';
import { includedSql, readIncluded } from './included-records.ts';
import type { RecordOperation } from './operation.ts';

/** Beyond this many matches the default count stops counting. */
const countLimit = 10_000;

interface Page {
  /** Null when it would be too large to send. */
  readonly data: string | null;
  readonly found: number;
  readonly last: string | null;
  readonly included: string | null;
  readonly total: string | null;
}

export interface ListInput {
  readonly query: () => RawQuery;
  /** The query as the client wrote it, where it did: the same text again need not be understood again. */
  readonly source?: string;
}

/** A query understood: its statement, and its values but for the tenant. */
interface Compiled {
  readonly query: ListQuery;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Answers with the body of the response: the records are never parsed on their way through. */
export const list: RecordOperation<ListInput, { body: string }> = {
  name: 'list',
  access: 'read',
  async run(context, grant, input) {
    const { query, text, values } = compileCached(context, grant, input);
    const rows = await queryable(context).query<Page>(text, [context.caller.tenantId, ...values]);
    const page = rows[0] as Page;
    if (page.data === null) throw pageTooLarge();
    const meta = JSON.stringify(describe(query, page));
    if (query.include.length === 0) return { body: `{"data":${page.data},"meta":${meta}}` };
    const included = await readIncluded(context, query.include, page.included, Buffer.byteLength(page.data));
    return { body: `{"data":${page.data},"meta":${meta},"included":${included}}` };
  },
};

/** `search` is `list` with its query in the body. */
export const search: typeof list = { ...list, name: 'search' };

/**
 * Clients ask the same again and again. Understanding a query and writing its statement took 100 of the 340 µs that a
 * list cost this process; one that was understood is kept. The grant is part of the key, and a new one is made whenever
 * permissions or models change.
 */
const maxCachedQueries = 500;
const maxCachedQueryLength = 500;
const kept = new LruMap<string, Compiled>(maxCachedQueries);
const grantNumbers = new WeakMap<Grant, number>();
let grants = 0;

function compileCached(context: Context, grant: Grant, { query, source }: ListInput): Compiled {
  if (source === undefined || source.length > maxCachedQueryLength) return compile(context, grant, query());
  let number = grantNumbers.get(grant);
  if (number === undefined) {
    grants += 1;
    number = grants;
    grantNumbers.set(grant, number);
  }
  const key = `${number} ${source}`;
  let compiled = kept.get(key);
  if (!compiled) {
    compiled = compile(context, grant, query());
    kept.set(key, compiled);
  }
  return compiled;
}

function compile(context: Context, grant: Grant, raw: RawQuery): Compiled {
  const query = readListQuery(context, grant, raw);
  const params = new Params(context.caller.tenantId);
  const text = `${query.q === undefined ? '' : plannedEachTime}${listSql(grant, query, params)}`;
  return { query, text, values: params.values.slice(1) };
}

/** The `where` of a list: the caller's rows that match. Aggregates count the same ones. */
export function matching(grant: Grant, { conditions, q }: Pick<ListQuery, 'conditions' | 'q'>, params: Params): string {
  const where = `${scopedRows(grant.model, 't')}${withinReach(grant, 't', params)}${compileConditions(conditions, 't', params)}`;
  return q === undefined ? where : `${where} and ${searchCondition(grant, 't', q, params)}`;
}

/**
 * One statement for the page, whether there is more, the cursor and the total. The total is only counted when the page
 * does not tell it already. Stretches of a page come in order: `union all` is an Append, which runs its parts one after
 * the other and stops at the limit (parallel plans, which would not, are off in our sessions).
 */
function listSql(grant: Grant, query: ListQuery, params: Params): string {
  const { model } = grant;
  const { limit } = query;
  const where = matching(grant, query, params);
  const offset = query.byCursor ? 0 : (query.page - 1) * limit;
  // On the first page the numbers are written out, because a planner that knows the limit knows that an index in order
  // is enough. Further pages share one statement.
  const whole = (value: number) => (offset === 0 ? String(value) : params.add(value, 'bigint'));
  const most = whole(limit + 1 + offset);
  const parts = segments(query.sort, 't', query.after, params).map(
    (part) =>
      `(select t.* from ${tableAs(model, 't')} where ${where}${part.where} order by ${part.orderBy} limit ${most})`,
  );
  const all = parts.length === 1 ? parts[0] : `(${parts.join(' union all ')})`;
  const rows =
    offset === 0 && parts.length === 1
      ? all
      : `(select * from ${all} t limit ${whole(limit + 1)} offset ${whole(offset)})`;
  const wanted = whole(limit);
  const including = query.include.length > 0;
  const page = `select count(*)::int as found,
      case when coalesce(sum(octet_length(s.j)), 0) <= ${largestAnswer} then
        coalesce('[' || string_agg(s.j, ',') filter (where s.n <= ${wanted}) || ']', '[]') end as data,
      min(s.k) as last, ${including ? `json_agg(s.i) filter (where s.n <= ${wanted})` : 'null'} as included
    from (
      select row_number() over () as n, ${visibleJson(grant, 't', query.fields)}::text as j,
        case when row_number() over () = ${wanted} then ${positionSql(query.sort, 't')} end as k
        ${including ? `, ${includedSql(query.include, 't')} as i` : ''}
      from ${rows} t
    ) s`;
  return `select page.found, page.data, page.last, page.included, ${totalSql(query, where, model, () => whole(offset), wanted)} as total
    from ${scoped('page', page)}`;
}

/** A page that is not full tells the total by itself; only otherwise are the records counted. */
function totalSql(query: ListQuery, where: string, model: Model, skipped: () => string, limit: string): string {
  if (query.count === 'none') return 'null::bigint';
  const cap = query.count === 'auto' ? ` limit ${countLimit + 1}` : '';
  const counted = `(select count(*) from (select 1 from ${tableAs(model, 't')} where ${where}${cap}) c)`;
  if (query.byCursor) return counted;
  const offset = skipped();
  return `case when page.found <= ${limit} and (page.found > 0 or ${offset} = 0) then page.found + ${offset} else ${counted} end`;
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
