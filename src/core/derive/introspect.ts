import type { Queryable } from '#db/database.ts';

/** The schema of a database as rendered by PostgreSQL, so that two databases can be compared as text. */
export interface SchemaSnapshot {
  readonly functions: ReadonlyMap<string, string>;
  readonly tables: ReadonlySet<string>;
  /** The type, default and other properties of each `table.column`. */
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: ReadonlyMap<string, string>;
  readonly constraints: ReadonlyMap<string, string>;
  /** Policies and triggers, and the state of row security. */
  readonly rules: ReadonlyMap<string, string>;
}

interface Row {
  readonly name: string;
  readonly definition: string;
}

const isOurTable = `n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`;

const read = async (db: Queryable, sql: string): Promise<Map<string, string>> =>
  new Map((await db.query<Row>(sql)).map(({ name, definition }) => [name, definition]));

export async function introspect(db: Queryable): Promise<SchemaSnapshot> {
  const from = 'pg_class c join pg_namespace n on n.oid = c.relnamespace';
  const tables = await read(db, `select c.relname as name, '' as definition from ${from} where ${isOurTable}`);
  return {
    functions: await read(
      db,
      `select p.proname as name, pg_get_functiondef(p.oid) as definition
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = 'public' and p.prokind = 'f'
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    ),
    tables: new Set(tables.keys()),
    columns: await read(
      db,
      `select c.relname || '.' || a.attname as name,
        concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
          case when a.attgenerated <> '' then 'generated' end, pg_get_expr(d.adbin, d.adrelid)) as definition
       from ${from} join pg_attribute a on a.attrelid = c.oid
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where ${isOurTable} and a.attnum > 0 and not a.attisdropped`,
    ),
    indexes: await read(
      db,
      `select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
       from ${from} join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
       where ${isOurTable} and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u'))`,
    ),
    constraints: await read(
      db,
      `select k.conname as name, c.relname || ': ' || pg_get_constraintdef(k.oid) as definition
       from ${from} join pg_constraint k on k.conrelid = c.oid where ${isOurTable} and k.contype in ('p', 'u', 'f', 'c')`,
    ),
    rules: await read(
      db,
      `select c.relname || ' row security' as name, c.relrowsecurity::text || c.relforcerowsecurity::text as definition
       from ${from} where ${isOurTable}
       union all
       select c.relname || ' policy ' || p.polname, pg_get_expr(p.polqual, p.polrelid)
       from ${from} join pg_policy p on p.polrelid = c.oid where ${isOurTable}
       union all
       select c.relname || ' trigger ' || t.tgname, pg_get_triggerdef(t.oid)
       from ${from} join pg_trigger t on t.tgrelid = c.oid where ${isOurTable} and not t.tgisinternal`,
    ),
  };
}
