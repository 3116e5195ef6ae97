import type pg from 'pg';

/** A table whose rows are in a backup. */
export interface Table {
  readonly schema: string;
  readonly name: string;
  /** The columns without generated ones. */
  readonly columns: readonly string[];
  /** True when row security shows the connected user only the rows of one tenant. */
  readonly byTenant: boolean;
}

export interface Partition {
  readonly name: string;
  readonly bounds: string;
}

/** Tables that describe the database itself, and are not restored. */
const databaseTables = ['public.migrations', 'public.cluster_identity'];

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const fullName = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`;

/** Reads the tables. Partitions are left out, because they are read and written through their parent. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      c.relrowsecurity and not r.bypasses
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'platform') as "byTenant"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       cross join (select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user) r
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
       and n.nspname || '.' || c.relname <> all($1::text[])
     order by n.nspname, c.relname`,
    [databaseTables],
  );
  return rows;
}

/** Reads the migrations, which identify the schema: a backup is restored only into the same schema. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** The monthly partitions of events. The default partition comes with the schema. */
export async function readPartitions(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'public.events'::regclass and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' order by 1`,
  );
  return rows;
}

/** The last value of each sequence that was used. */
export async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
     from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}
