import type { Writable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { fullName, quoted, readMigrations, readPartitions, readSequences, readTables, type Table } from './catalog.ts';
import { writeFrame } from './frames.ts';
import { type Ending, format, formatVersion, type Header } from './header.ts';

/** COPY chunks are collected up to this size, because each frame has a prefix. */
const frameBytes = 64 * 1024;

/**
 * Writes all rows of one snapshot. The transaction only reads, so it delays neither writes nor readers of events. It
 * locks tables only against schema changes.
 */
export async function dump(
  client: pg.Client,
  out: Writable,
  about: Pick<Header, 'atrium' | 'createdAt' | 'secrets'>,
): Promise<Ending> {
  await client.query(`begin isolation level repeatable read read only; set local app.platform = 'on'`);
  const tables = await readTables(client);
  await client.query(`lock table ${tables.map(fullName).join(', ')} in access share mode`);
  const migrations = await readMigrations(client);
  const partitions = await readPartitions(client);
  const header: Header = { format, formatVersion, ...about, migrations, partitions };
  await writeFrame(out, 'header', header);
  const tenants = tables.some(({ byTenant }) => byTenant) ? await tenantIds(client) : [];
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const { schema: schemaName, name, columns } = table;
    await writeFrame(out, 'table', { schema: schemaName, name, columns });
    rows[fullName(table)] = await dumpRows(client, out, table, tenants);
  }
  // Sequences are not part of the snapshot, so read them last: then no sequence is behind a row.
  const ending: Ending = { sequences: await readSequences(client), rows };
  await writeFrame(out, 'end', ending);
  await client.query('commit');
  return ending;
}

async function tenantIds(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('select id from tenants order by id');
  return rows.map(({ id }) => id);
}

async function dumpRows(client: pg.Client, out: Writable, table: Table, tenants: readonly string[]): Promise<number> {
  const list = table.columns.map(quoted).join(', ');
  if (!table.byTenant) return copyOut(client, out, `copy (select ${list} from ${fullName(table)}) to stdout`);
  let rows = 0;
  for (const tenant of tenants) {
    await client.query(`select set_config('app.tenant', $1, true)`, [tenant]);
    rows += await copyOut(client, out, `copy (select ${list} from ${fullName(table)}) to stdout`);
  }
  await client.query(`select set_config('app.tenant', '', true)`);
  return rows;
}

async function copyOut(client: pg.Client, out: Writable, text: string): Promise<number> {
  const source = client.query(copyTo(text));
  let collected: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    if (bytes > 0) await writeFrame(out, 'data', Buffer.concat(collected));
    collected = [];
    bytes = 0;
  };
  for await (const chunk of source) {
    collected.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= frameBytes) await flush();
  }
  await flush();
  return source.rowCount ?? 0;
}
