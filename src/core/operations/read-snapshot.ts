import { Params, plannedEachTime, scoped } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import type { Grant } from '../access/access.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import { readCalendar } from '../query/calendar.ts';
import { type ListQuery, type RawQuery, readListQuery } from '../query/list-query.ts';
import { segments } from '../query/paging.ts';
import { jsonOf, tableAs } from '../query/rows.ts';
import { whereListed } from './list.ts';
import type { RecordObject } from './validate.ts';

/**
 * The number of rows in one batch. Decoding a batch takes the event loop a few milliseconds; fewer rows make more round
 * trips.
 */
const batchRows = 100;
/** Longer rows are read one at a time, so that a batch never needs more than some megabytes of memory. */
const maxBatchedRowBytes = 65_536;
/** An open snapshot keeps PostgreSQL from removing outdated rows of all tables. */
const maxSnapshotMs = 30 * 60_000;

export interface SnapshotOptions {
  /** The parameters of a list, without those of pages. */
  readonly query: RawQuery;
  /** The fields to read, besides `_id`. The caller may see all of them. */
  readonly fields: readonly Field[];
  /** Times become local times of this zone without an offset. Undefined keeps them in UTC with a `Z`. */
  readonly zone?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The time limit, for tests. */
  readonly maxMs?: number;
}

export interface Snapshot {
  /** The number of records. */
  readonly total: number;
  /** Reads in the same snapshot. */
  readonly context: TransactionContext;
  /** All records in order, some at a time. They can be read once. */
  readonly batches: AsyncIterable<readonly RecordObject[]>;
}

/**
 * Reads all records of a list, as they were at one moment: what others write meanwhile is not seen, so no record is
 * missing or repeated. A cursor of the database reads them, so the memory does not depend on their number, and the query
 * is compiled by the functions of lists, so the caller gets the same records. `use` runs once, in the transaction.
 */
export async function readSnapshot<T>(
  context: Context,
  grant: Grant,
  options: SnapshotOptions,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const query = readListQuery(context, grant, options.query, await readCalendar(context, options.query.tz));
  const deadline = Date.now() + (options.maxMs ?? maxSnapshotMs);
  return inTransaction(context, async (within) => {
    if (context.tx) throw new Error('a snapshot needs a transaction of its own');
    await within.tx.query('set transaction isolation level repeatable read, read only');
    // The reader of the rows may be slow, such as a store of files in another city.
    await within.tx.query(`set local idle_in_transaction_session_timeout = '5min'`);
    const total = await countRows(within, grant, query);
    const batches = readBatches(within, grant, query, options, deadline);
    return use({ total, context: within, batches });
  });
}

async function countRows({ tx, caller }: TransactionContext, grant: Grant, query: ListQuery): Promise<number> {
  const params = new Params(caller.tenantId);
  const where = whereListed(grant, query, params);
  const [row] = await tx.query<{ count: string }>(
    `select c.* from ${scoped('c', `select count(*) as count from ${tableAs(grant.model, 't')} where ${where}`)}`,
    params.values,
  );
  return Number(row?.count);
}

interface CursorRow {
  readonly id: string;
  /** Null when the row is too long for a batch. */
  readonly record: string | null;
}

async function* readBatches(
  { tx, caller }: TransactionContext,
  grant: Grant,
  query: ListQuery,
  options: SnapshotOptions,
  deadline: number,
): AsyncGenerator<readonly RecordObject[]> {
  const { signal } = options;
  const record = recordSql(options, 't');
  const params = new Params(caller.tenantId);
  await tx.query(
    `${plannedEachTime}declare exported no scroll cursor for ${cursorSql(grant, query, record, params)}`,
    params.values,
  );
  for (;;) {
    signal?.throwIfAborted();
    if (Date.now() > deadline) throw tooSlow();
    const rows = await tx.query<CursorRow>(`${plannedEachTime}fetch ${batchRows} from exported`);
    if (rows.length === 0) return;
    let batch: RecordObject[] = [];
    for (const row of rows) {
      if (row.record !== null) {
        batch.push(parseJson(row.record) as RecordObject);
        continue;
      }
      if (batch.length > 0) yield batch;
      yield [await readOne(tx, caller.tenantId, grant, row.id, record)];
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
}

const tooSlow = (): AppError =>
  new AppError('unavailable', 'Reading the records took more than 30 minutes; export fewer of them with a filter.');

/** The records of a list without the limit of a page. The segments stay in order, as in a list. */
function cursorSql(grant: Grant, query: ListQuery, record: string, params: Params): string {
  const where = whereListed(grant, query, params);
  const parts = segments(query.sort, 't', undefined, params).map(
    (segment) =>
      `(select t.* from ${tableAs(grant.model, 't')} where ${where}${segment.where} order by ${segment.orderBy})`,
  );
  const rows = parts.length === 1 ? parts[0] : `(${parts.join(' union all ')})`;
  return `select r.id, case when octet_length(r.record) <= ${maxBatchedRowBytes} then r.record end as record
    from ${scoped('r', `select t.id, ${record}::text as record from ${rows} t`)}`;
}

function recordSql({ fields, zone }: SnapshotOptions, alias: string): string {
  const values = fields
    .filter(({ key }) => key !== '_id')
    .map((field) => [field.key, zone === undefined ? field.json(alias) : localJson(field, alias, zone)] as const);
  return jsonOf([['_id', `${alias}.id`], ...values]);
}

/** The zone is a name that PostgreSQL knows. */
const localJson = (field: Field, alias: string, zone: string): string =>
  field.type.column.startsWith('timestamptz')
    ? `to_char((${field.sql(alias)}) at time zone '${zone.replaceAll("'", "''")}', 'YYYY-MM-DD HH24:MI:SS')`
    : field.json(alias);

async function readOne(
  tx: TransactionContext['tx'],
  tenantId: string,
  { model }: Grant,
  id: string,
  record: string,
): Promise<RecordObject> {
  const params = new Params(tenantId);
  const key = params.add(id, 'uuid');
  const [row] = await tx.query<{ record: string }>(
    `select ${record}::text as record from ${tableAs(model, 't')} where t.tenant_id = $1::bigint and t.id = ${key}`,
    params.values,
  );
  if (!row) throw new Error(`the record ${id} is missing in its snapshot`);
  return parseJson(row.record) as RecordObject;
}
