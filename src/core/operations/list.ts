import { Params, plannedEachTime, scoped } from '#db/params.ts';
import { LruMap } from '#lib/lru.ts';
import type { Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { maxAnswerBytes, pageTooLarge } from '../limits/answer-size.ts';
import type { Model } from '../models/model.ts';
import { compileConditions } from '../query/filter-sql.ts';
import { type ListQuery, type RawQuery, readListQuery } from '../query/list-query.ts';
import { encodeCursor, hasNullsAtEnd, positionSql, segments } from '../query/paging.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '../query/rows.ts';
import { searchCondition } from '../query/text-search.ts';
import { includedSql, readIncluded } from './included-records.ts';
import type { RecordOperation } from './operation.ts';

/** With `count=auto`, counting stops at this number of matches. */
const countLimit = 10_000;

interface Page {
  /** Null when the page is larger than a response may be. */
  readonly data: string | null;
  readonly found: number;
  readonly last: string | null;
  readonly included: string | null;
  readonly total: string | null;
}

export interface ListInput {
  readonly query: () => RawQuery;
  /** The query string of the client: the cache key of the compiled query. */
  readonly source?: string;
}

/** A statement, and the values of its parameters except the tenant. */
interface ListStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface CompiledQuery {
  readonly query: ListQuery;
  readonly complete: ListStatement;
  /** Reads only the first segment of a list that has several. It is compiled when a page was full without the others. */
  first: ListStatement | undefined;
}

/** Returns the body of the response as text. The records are never parsed in this process. */
export const list: RecordOperation<ListInput, { body: string }> = {
  name: 'list',
  access: 'read',
  async run(context, grant, input) {
    const compiled = compileCached(context, grant, input);
    const { query } = compiled;
    const page = await readPage(context, grant, compiled);
    if (page.data === null) throw pageTooLarge();
    const meta = JSON.stringify(describe(query, page));
    if (query.include.length === 0) return { body: `{"data":${page.data},"meta":${meta}}` };
    const included = await readIncluded(context, query.include, page.included, Buffer.byteLength(page.data));
    return { body: `{"data":${page.data},"meta":${meta},"included":${included}}` };
  },
};

/**
 * A list by a descending field has a second segment: the records without a value. Preparing it costs PostgreSQL a
 * tenth of the list, though it is seldom read. So a query whose page was full without it tries without it from then on.
 */
async function readPage(context: Context, grant: Grant, compiled: CompiledQuery): Promise<Page> {
  const { query } = compiled;
  const read = async ({ text, values }: ListStatement) =>
    (await queryable(context).query<Page>(text, [context.caller.tenantId, ...values]))[0] as Page;
  if (compiled.first) {
    const page = await read(compiled.first);
    if (page.found > query.limit) return page;
    compiled.first = undefined;
  }
  const page = await read(compiled.complete);
  if (page.found > query.limit && mayBeFullWithoutNulls(query) && !page.last?.startsWith('[null'))
    compiled.first = compileStatement(context, grant, query, true);
  return page;
}

/** First pages by a descending field that may have no value. The cursor of a page tells whether it reached those records. */
const mayBeFullWithoutNulls = ({ sort, page, byCursor }: ListQuery): boolean =>
  page === 1 && !byCursor && hasNullsAtEnd(sort);

/** `list` with its query in the request body. */
export const search: typeof list = { ...list, name: 'search' };

/**
 * Caches compiled queries, because clients repeat them. Compiling took 100 of the 340 µs that a list cost this process.
 * The grant is part of the cache key. A change of permissions or models creates a new grant.
 */
const maxCachedQueries = 500;
const maxCachedQueryLength = 500;
const compiledQueries = new LruMap<string, CompiledQuery>(maxCachedQueries);
const grantNumbers = new WeakMap<Grant, number>();
let lastGrantNumber = 0;

function compileCached(context: Context, grant: Grant, { query, source }: ListInput): CompiledQuery {
  if (source === undefined || source.length > maxCachedQueryLength) return compile(context, grant, query());
  let number = grantNumbers.get(grant);
  if (number === undefined) {
    lastGrantNumber += 1;
    number = lastGrantNumber;
    grantNumbers.set(grant, number);
  }
  const key = `${number} ${source}`;
  let compiled = compiledQueries.get(key);
  if (!compiled) {
    compiled = compile(context, grant, query());
    // The grant in the key is not that of records which are searched as well.
    if (!compiled.query.isRelative && compiled.query.q?.through === undefined) compiledQueries.set(key, compiled);
  }
  return compiled;
}

function compile(context: Context, grant: Grant, raw: RawQuery): CompiledQuery {
  const query = readListQuery(context, grant, raw);
  return { query, complete: compileStatement(context, grant, query), first: undefined };
}

function compileStatement(context: Context, grant: Grant, query: ListQuery, firstOnly = false): ListStatement {
  const params = new Params(context.caller.tenantId);
  const text = `${query.q === undefined ? '' : plannedEachTime}${listSql(grant, query, params, firstOnly)}`;
  return { text, values: params.values.slice(1) };
}

/** The `where` of a list: the matching rows that the caller may read. Aggregates use it too. */
export function whereListed(
  grant: Grant,
  { conditions, q }: Pick<ListQuery, 'conditions' | 'q'>,
  params: Params,
): string {
  const where = `${scopedRows(grant.model, 't')}${withinReach(grant, 't', params)}${compileConditions(conditions, 't', params)}`;
  return q === undefined ? where : `${where} and ${searchCondition(grant, 't', q, params)}`;
}

/**
 * One statement returns the page, `hasMore`, the cursor and the total. It counts the total only when the page does not
 * show it. The segments of a page stay in order: `union all` is an Append, which runs its parts one after the other and
 * stops at the limit. Parallel plans would not, so they are off in our sessions.
 */
function listSql(grant: Grant, query: ListQuery, params: Params, firstOnly: boolean): string {
  const { model } = grant;
  const { limit } = query;
  const where = whereListed(grant, query, params);
  const offset = query.byCursor ? 0 : (query.page - 1) * limit;
  // On the first page the numbers are literals: a planner that knows the limit prefers an index in sort order. Further
  // pages use parameters, so that they share one statement.
  const number = (value: number) => (offset === 0 ? String(value) : params.add(value, 'bigint'));
  const maxRows = number(limit + 1 + offset);
  const all = segments(query.sort, 't', query.after, params);
  const parts = (firstOnly ? all.slice(0, 1) : all).map(
    (segment) =>
      `(select t.* from ${tableAs(model, 't')} where ${where}${segment.where} order by ${segment.orderBy} limit ${maxRows})`,
  );
  const joined = parts.length === 1 ? parts[0] : `(${parts.join(' union all ')})`;
  const rows =
    offset === 0 && parts.length === 1
      ? joined
      : `(select * from ${joined} t limit ${number(limit + 1)} offset ${number(offset)})`;
  const pageSize = number(limit);
  const including = query.include.length > 0;
  const page = `select count(*)::int as found,
      case when coalesce(sum(octet_length(s.j)), 0) <= ${maxAnswerBytes} then
        coalesce('[' || string_agg(s.j, ',') filter (where s.n <= ${pageSize}) || ']', '[]') end as data,
      min(s.k) as last, ${including ? `json_agg(s.i) filter (where s.n <= ${pageSize})` : 'null'} as included
    from (
      select row_number() over () as n, ${visibleJson(grant, 't', query.fields)}::text as j,
        case when row_number() over () = ${pageSize} then ${positionSql(query.sort, 't')} end as k
        ${including ? `, ${includedSql(query.include, 't')} as i` : ''}
      from ${rows} t
    ) s`;
  return `select page.found, page.data, page.last, page.included, ${totalSql(query, where, model, () => number(offset), pageSize)} as total
    from ${scoped('page', page)}`;
}

/** A page that is not full gives the total: its offset and its rows. Otherwise the records are counted. */
function totalSql(query: ListQuery, where: string, model: Model, offsetSql: () => string, limit: string): string {
  if (query.count === 'none') return 'null::bigint';
  const cap = query.count === 'auto' ? ` limit ${countLimit + 1}` : '';
  const counted = `(select count(*) from (select 1 from ${tableAs(model, 't')} where ${where}${cap}) c)`;
  if (query.byCursor) return counted;
  const offset = offsetSql();
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
