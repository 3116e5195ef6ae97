import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { StartupError } from '#lib/startup-error.ts';
import { fullName, quoted, readPartitions, readTables, type Table } from './catalog.ts';
import { damaged, type Frame } from './frames.ts';
import type { Ending, Header, TableHeader } from './header.ts';

/**
 * Loads a backup into a migrated database without rows, in one transaction. Foreign keys are dropped and created again,
 * which checks them. Triggers and the owner's row-level security are off meanwhile.
 */
export async function load(client: pg.Client, header: Header, frames: AsyncIterable<Frame>): Promise<Ending> {
  await client.query('begin');
  const tables = await readTables(client);
  const resume = await suspendChecks(client, tables);
  // Called after `suspendChecks`, because row security would hide rows from an owner who is no superuser.
  await requireEmpty(client, tables);
  await createPartitions(client, header);
  const ending = await loadRows(client, tables, frames);
  for (const [name, last] of Object.entries(ending.sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [name, last]);
  // Raise the epoch, so that new events sort after every cursor of clients, including cursors from after the backup.
  await client.query('update tenants set epoch = epoch + 1');
  await resume();
  await client.query('commit');
  await client.query('analyze');
  return ending;
}

async function requireEmpty(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const { rowCount } = await client.query(`select from ${fullName(table)} limit 1`);
    if (rowCount)
      throw new StartupError(`The database is not empty: ${table.name} has rows. Restore into an empty one.`);
  }
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function suspendChecks(client: pg.Client, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, format('%I', conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0
       and connamespace in (select oid from pg_namespace where nspname = any($1::text[]))`,
    [[...new Set(tables.map(({ schema }) => schema))]],
  );
  const { rows: secured } = await client.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where relforcerowsecurity and relkind in ('r', 'p')`,
  );
  const runAll = async (texts: readonly string[]) => {
    for (const text of texts) await client.query(text);
  };
  await runAll(keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`));
  await runAll(tables.map((table) => `alter table ${fullName(table)} disable trigger user`));
  await runAll(secured.map(({ table }) => `alter table ${table} no force row level security`));
  return async () => {
    await runAll(
      keys.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    );
    await runAll(tables.map((table) => `alter table ${fullName(table)} enable trigger user`));
    await runAll(secured.map(({ table }) => `alter table ${table} force row level security`));
  };
}

/** Creates the partitions of past months, because a new database begins with the current month. */
async function createPartitions(client: pg.Client, { partitions }: Header): Promise<void> {
  const existing = new Set((await readPartitions(client)).map(({ name }) => name));
  for (const { name, bounds } of partitions.filter((partition) => !existing.has(partition.name))) {
    if (!/^FOR VALUES FROM \('[\d :+.-]+'\) TO \('[\d :+.-]+'\)$/.test(bounds)) throw damaged(`partition ${name}`);
    await client.query(`create table ${quoted(name)} partition of events ${bounds}`);
    await client.query(`alter table ${quoted(name)} enable row level security`);
    await client.query(`alter table ${quoted(name)} force row level security`);
  }
}

async function loadRows(client: pg.Client, tables: readonly Table[], frames: AsyncIterable<Frame>): Promise<Ending> {
  const byName = new Map(tables.map((table) => [fullName(table), table]));
  const counts: Record<string, number> = {};
  let current: { name: string; copy: CopyStreamQuery } | undefined;
  const endTable = async () => {
    if (!current) return;
    current.copy.end();
    await finished(current.copy);
    counts[current.name] = current.copy.rowCount ?? 0;
    current = undefined;
  };
  for await (const { kind, content } of abortOnError(frames, (error) => current?.copy.destroy(error))) {
    if (kind === 'data') {
      if (!current) throw damaged('rows without a table');
      if (current.copy.errored) throw current.copy.errored;
      if (!current.copy.write(Buffer.from(content))) await once(current.copy, 'drain');
      continue;
    }
    await endTable();
    if (kind === 'end') {
      const ending = JSON.parse(content.toString()) as Ending;
      requireCounts(ending, counts);
      return ending;
    }
    if (kind !== 'table') throw damaged('a second header');
    const table = JSON.parse(content.toString()) as TableHeader;
    const name = fullName(table);
    if (!byName.has(name)) throw damaged(`the table ${name} is not part of this version`);
    const copy = client.query(copyFrom(`copy ${name} (${table.columns.map(quoted).join(', ')}) from stdin`));
    // The error is thrown when the next row is written, or at the end of the table.
    copy.on('error', () => {});
    current = { name, copy };
  }
  throw damaged('its end is missing');
}

/** Aborts the running COPY when the file cannot be read, because the connection would accept no other statement. */
async function* abortOnError(frames: AsyncIterable<Frame>, abort: (error: Error) => void): AsyncGenerator<Frame> {
  try {
    yield* frames;
  } catch (error) {
    abort(error as Error);
    throw error;
  }
}

function requireCounts({ rows }: Ending, loaded: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(rows))
    if (loaded[name] !== count) throw damaged(`${name} has ${loaded[name] ?? 0} rows instead of ${count}`);
}
