import { Params, plannedEachTime, scoped } from '#db/params.ts';
import { LruMap } from '#lib/lru.ts';
import type { Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import { maxAnswerBytes, pageTooLarge } from '../limits/answer-size.ts';
import type { Model } from '../models/model.ts';
import { readCalendar } from '../query/calendar.ts';
import { compileIndexed } from '../query/filter-sql.ts';
import { type ListQuery, type RawQuery, readListQuery } from '../query/list-query.ts';
import { encodeCursor, hasNullsAtEnd, positionSql, segments } from '../query/paging.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '../query/rows.ts';
import { searchCondition } from '../query/text-search.ts';
import { includedSql, readIncluded } from './included-records.ts';
import type { RecordOperation } from './operation.ts';
import {
  type CountedColumns,
  type CountSource,
  countSource,
  rememberedParameters,
  rememberedSql,
  rememberedValues,
} from './remembered-counts.ts';

/** The limit up to which `count=auto` counts matches. */
const countLimit = 10_000;

interface Page extends CountedColumns {
  /** Null when the page exceeds the maximum size of a response. */
  readonly data: string | null;
  readonly found: number;
  readonly last: string | null;
  readonly included: string | null;
}

export interface ListInput {
  readonly query: () => RawQuery;
  /** The query string of the client, which is the cache key of the compiled query. */
  readonly source?: string;
}

/** A statement, and the values of its parameters except those of the tenant and the remembered count. */
interface ListStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Undefined when the statement counts nothing, or its count cannot be remembered. */
  readonly counted: CountSource | undefined;
}

interface CompiledQuery {
  readonly query: ListQuery;
  readonly complete: ListStatement;
  /**
   * Reads only the first segment of a list that has several. It is compiled after a page was full without the others.
   */
  first: ListStatement | undefined;
}

/** Lists records. Returns the body of the response as text, because this process never parses the records. */
export const list: RecordOperation<ListInput, { body: string }> = {
  name: 'list',
  access: 'read',
  async run(context, grant, input) {
    const compiled = await compileCached(context, grant, input);
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
 * A list by a descending field has a second segment: the records without a value. Preparing it costs PostgreSQL a tenth
 * of the list, but it is rarely read. So a query whose page was full without that segment is tried without it from then
 * on.
 */
async function readPage(context: Context, grant: Grant, compiled: CompiledQuery): Promise<Page> {
  const { query } = compiled;
  const read = (statement: ListStatement) => runStatement(context, statement);
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

/** Uses and stores the remembered count, except in a transaction, which also sees its own uncommitted records. */
async function runStatement(context: Context, { text, values, counted }: ListStatement): Promise<Page> {
  const { counts } = context.services;
  const source = context.tx ? undefined : counted;
  const found = source && counts.find(source);
  const all = [context.caller.tenantId, ...values, ...(counted ? rememberedValues(found) : [])];
  const [page] = (await queryable(context).query<Page>(text, all)) as [Page];
  if (source) counts.store(source, found, page);
  return page;
}

/**
 * True for first pages by a descending field that may have no value. The cursor of later pages shows whether they have
 * reached those records.
 */
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

async function compileCached(context: Context, grant: Grant, { query, source }: ListInput): Promise<CompiledQuery> {
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
    compiled = await compile(context, grant, query());
    // The key contains neither the grant of records that are searched too, nor a user for `me` in a grant of the
    // platform.
    const isCacheable = !compiled.query.isRelative && compiled.query.q?.through === undefined && grant.userId !== null;
    if (isCacheable) compiledQueries.set(key, compiled);
  }
  return compiled;
}

async function compile(context: Context, grant: Grant, raw: RawQuery): Promise<CompiledQuery> {
  const query = readListQuery(context, grant, raw, await readCalendar(context, raw.tz));
  return { query, complete: compileStatement(context, grant, query), first: undefined };
}

function compileStatement(context: Context, grant: Grant, query: ListQuery, firstOnly = false): ListStatement {
  const params = new Params(context.caller.tenantId);
  const { sql, counted } = listSql(context, grant, query, params, firstOnly);
  const text = `${query.q === undefined ? '' : plannedEachTime}${sql}`;
  const values = counted ? params.values.slice(1, -rememberedParameters) : params.values.slice(1);
  return { text, values, counted };
}

/** The `where` of a list: the matching rows that the caller may read. Aggregates use it too. */
export function whereListed(
  grant: Grant,
  { conditions, q }: Pick<ListQuery, 'conditions' | 'q'>,
  params: Params,
): string {
  const where = `${scopedRows(grant.model, 't')}${withinReach(grant, 't', params)}${compileIndexed(conditions, 't', params)}`;
  return q === undefined ? where : `${where} and ${searchCondition(grant, 't', q, params)}`;
}

/**
 * One statement returns the page, `hasMore`, the cursor and the total. It counts the total only when the page does not
 * determine it. The segments of a page stay in order: `union all` is an Append, which runs its parts one after the
 * other and stops at the limit. Parallel plans would not keep the order, so they are off in our sessions.
 */
function listSql(
  context: Context,
  grant: Grant,
  query: ListQuery,
  params: Params,
  firstOnly: boolean,
): { sql: string; counted: CountSource | undefined } {
  const { model } = grant;
  const { limit } = query;
  const where = whereListed(grant, query, params);
  const counting = countingSql(query, where, model);
  const counted =
    counting === undefined
      ? undefined
      : countSource(context.registry, context.caller.tenantId, counting, params.values.slice(1));
  const offset = query.byCursor ? 0 : (query.page - 1) * limit;
  // On the first page the numbers are literals, because a planner that knows the limit prefers an index in sort order.
  // Later pages use parameters, so that they share one statement.
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
  const total = totalSql(query, counting, () => number(offset), pageSize);
  const sql = counted
    ? withRemembered(counted, page, total, params)
    : `select page.found, page.data, page.last, page.included, ${total.shown} as total from ${scoped('page', page)}`;
  return { sql, counted };
}

/** SQL that counts the matching records; undefined when the list has no total. */
function countingSql({ count }: ListQuery, where: string, model: Model): string | undefined {
  if (count === 'none') return undefined;
  const cap = count === 'auto' ? ` limit ${countLimit + 1}` : '';
  return `(select count(*) from (select 1 from ${tableAs(model, 't')} where ${where}${cap}) c)`;
}

interface TotalSql {
  /** SQL that is true when the page determines the total: a page that is not full does, by its offset and its rows. */
  readonly isOnPage: string;
  readonly fromPage: string;
  readonly counting: string;
  /** The total from the page, or from counting. */
  readonly shown: string;
}

function totalSql(
  { byCursor }: ListQuery,
  counting: string | undefined,
  offsetSql: () => string,
  limit: string,
): TotalSql {
  if (counting === undefined) return { isOnPage: 'true', fromPage: '0', counting: '', shown: 'null::bigint' };
  if (byCursor) return { isOnPage: 'false', fromPage: 'null', counting, shown: counting };
  const offset = offsetSql();
  const isOnPage = `page.found <= ${limit} and (page.found > 0 or ${offset} = 0)`;
  const fromPage = `page.found + ${offset}`;
  return { isOnPage, fromPage, counting, shown: `case when ${isOnPage} then ${fromPage} else ${counting} end` };
}

/** The list with a remembered total. `epoch` is read only when the records were counted. */
function withRemembered(
  counted: CountSource,
  page: string,
  { isOnPage, fromPage, counting }: TotalSql,
  params: Params,
): string {
  const { count, isTrue } = rememberedSql(counted, params);
  return `select page.found, page.data, page.last, page.included,
      case when ${isOnPage} then ${fromPage} when known.is_true then ${count} else ${counting} end as total,
      case when known.is_true is not null then pg_current_snapshot()::text end as snapshot,
      case when not known.is_true then (select n.epoch from tenants n where n.id = $1::bigint) end as epoch,
      now()::text as at, pg_postmaster_start_time()::text as server
    from ${scoped('page', page)}
    cross join lateral (select case when ${isOnPage} then null else ${isTrue} end as is_true offset 0) known`;
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
