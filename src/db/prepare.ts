import type pg from 'pg';
import { StartupError } from '#lib/startup-error.ts';
import { type ConnectionSettings, clientClass, clientConfig } from './connection.ts';
import { raiseEpochsOnNewCluster } from './epochs.ts';
import { setFirstStatistics } from './first-statistics.ts';
import { migrate } from './migrator.ts';
import { tryEventPartitions } from './partitions.ts';

const appRole = 'atrium_app';
const minVersion = 150_000;
const prepareLock = 4_710_003;

/** The connection settings of the application when its role has a password. */
export const appConnection = (server: ConnectionSettings, password: string): ConnectionSettings => ({
  ...server,
  user: appRole,
  password,
});

export interface PrepareOptions {
  /** Connects as the owner of the tables. */
  readonly admin: ConnectionSettings;
  /**
   * The password with which the application connects as its own role. Without it, the owner connects and switches role.
   */
  readonly appPassword?: string;
  readonly onWarning?: (message: string) => void;
}

/**
 * Migrates a database, and returns the connection settings of the application, whose role is subject to row-level
 * security.
 */
export async function prepareDatabase({ admin, appPassword, onWarning }: PrepareOptions): Promise<ConnectionSettings> {
  const Client = clientClass(admin);
  const client = new Client({ ...clientConfig(admin), options: '-c timezone=UTC', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await connect(client);
  try {
    const serverVersion = await readVersion(client);
    // Let one node at a time prepare. PostgreSQL releases the lock when the connection closes.
    await client.query('select pg_advisory_lock($1)', [prepareLock]);
    const applied = await migrate(client);
    const actsAs = await prepareRole(client, appPassword, applied.length > 0);
    await raiseEpochsOnNewCluster(client);
    await tryEventPartitions(async (text, values) => (await client.query(text, [...values])).rows);
    await markLeakproof(client, onWarning);
    await setFirstStatistics(client, serverVersion);
    const server = { ...admin, serverVersion };
    if (actsAs === 'owner') return server;
    return appPassword ? appConnection(server, appPassword) : { ...server, role: appRole };
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartupError(
      `The database user ${client.user} may not change the database ${client.database} (${(error as Error).message}): make it the owner, or name another one in DATABASE_URL.`,
    );
  } finally {
    await client.end();
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as { message: string; code?: string };
    throw new StartupError(
      `The database does not answer at ${client.host}:${client.port} (${message || code}): check DATABASE_URL and that PostgreSQL is running there.`,
    );
  }
}

async function readVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const version = Number(rows[0]?.server_version_num);
  if (version < minVersion) {
    throw new StartupError(
      `The database is PostgreSQL ${Math.floor(version / 10_000)}, and Atrium needs 15 or later: upgrade it, or point DATABASE_URL to a newer one.`,
    );
  }
  return version;
}

/**
 * The application uses a role that owns nothing and cannot bypass row-level security. If the owner may not create
 * roles, the application acts as the owner, who is subject to the policies too because they are forced. A superuser is
 * not subject to them, and is refused.
 */
async function prepareRole(
  client: pg.Client,
  password: string | undefined,
  migrated: boolean,
): Promise<'role' | 'owner'> {
  const { rows } = await client.query(
    `select rolsuper or rolcreaterole as can_create, rolsuper or rolbypassrls as can_bypass,
      exists (select from pg_roles where rolname = $1) as exists, current_user as name,
      case when exists (select from pg_roles where rolname = $1) then pg_has_role(current_user, $1, 'member') end as member
     from pg_roles where rolname = current_user`,
    [appRole],
  );
  const owner = rows[0] as OwnerRole;
  if (!owner.member && !owner.can_create) {
    if (!owner.can_bypass) return 'owner';
    return refuseBypass(owner);
  }
  if (!owner.exists) {
    // Another node may create the role at the same moment.
    await client.query(`create role ${appRole} nologin`).catch((error: { code?: string }) => {
      if (error.code !== '42710' && error.code !== '23505') throw error;
    });
  }
  if (password) await client.query(`alter role ${appRole} login password ${client.escapeLiteral(password)}`);
  else if (!owner.member && !(await joinRole(client))) return owner.can_bypass ? refuseBypass(owner) : 'owner';
  if (migrated || (await lacksTables(client))) await grantTables(client);
  return 'role';
}

/**
 * True when the role cannot use a table, even because an earlier start was interrupted between creating tables and
 * granting them.
 */
async function lacksTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ lacks: boolean }>(
    `select exists (
       select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not c.relispartition and c.relname not in ('migrations', 'cluster_identity') and not has_table_privilege($1, c.oid, 'select')
     ) as lacks`,
    [appRole],
  );
  return rows[0]?.lacks ?? true;
}

interface OwnerRole {
  readonly can_create: boolean;
  readonly can_bypass: boolean;
  readonly exists: boolean;
  readonly member: boolean | null;
  readonly name: string;
}

/** False when the owner may create roles but not use this one, because somebody else created it. */
const joinRole = (client: pg.Client): Promise<boolean> =>
  client.query(`grant ${appRole} to current_user`).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === '42501') return false;
      throw error;
    },
  );

function refuseBypass({ name }: OwnerRole): never {
  throw new StartupError(
    `The database user ${name} bypasses row-level security and may not use the role ${appRole}: grant it that role, or take BYPASSRLS away.`,
  );
}

/**
 * Allows the role to read and write records, and to append and read events. It gets no access to tables that only a
 * start uses.
 */
const grantTables = (client: pg.Client) =>
  client.query(`
    grant usage on schema public to ${appRole};
    grant select, insert, update, delete on all tables in schema public to ${appRole};
    grant usage on all sequences in schema public to ${appRole};
    grant execute on function ensure_event_partitions(int), drop_event_partitions(timestamptz), analyze_grown_table(text, bigint, bigint) to ${appRole};
    revoke update, delete on events from ${appRole};
    revoke all on migrations, cluster_identity from ${appRole};
    do $$
    declare
      partition regclass;
    begin
      -- The role uses events only through the parent table.
      for partition in select inhrelid from pg_inherits where inhparent = 'events'::regclass loop
        execute format('revoke all on %s from ${appRole}', partition);
      end loop;
    end $$;
  `);

/**
 * Under row-level security the planner uses a function as an index condition only when it is marked leakproof. These
 * functions never put a value into an error, but PostgreSQL does not mark them, and only a superuser may. Without the
 * mark the answers are the same, but search and filters by lists and custom fields read all rows of the tenant.
 * Conditions that B-tree indexes serve need no mark: see `Companion` in core/fields/field.ts. Functions of numbers are
 * marked for the statistics, which the planner reads only for leakproof operators.
 */
const leakproof = [
  'numeric_eq(numeric, numeric)',
  'numeric_lt(numeric, numeric)',
  'numeric_le(numeric, numeric)',
  'numeric_gt(numeric, numeric)',
  'numeric_ge(numeric, numeric)',
  'ts_match_vq(tsvector, tsquery)',
  'arraycontains(anyarray, anyarray)',
  'arrayoverlap(anyarray, anyarray)',
  'jsonb_contains(jsonb, jsonb)',
];

async function markLeakproof(client: pg.Client, onWarning?: (message: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string; super: boolean }>(
    `select p.oid::regprocedure::text as name, r.rolsuper as super
     from pg_proc p, pg_roles r where r.rolname = current_user and not p.proleakproof
       and p.oid = any($1::regprocedure[])`,
    [leakproof.map((name) => `pg_catalog.${name}`)],
  );
  const statements = rows.map(({ name }) => `alter function pg_catalog.${name} leakproof`);
  if (rows[0]?.super) for (const statement of statements) await client.query(statement);
  else if (statements.length > 0)
    onWarning?.(
      `Searches and filters by lists and custom fields read all records of a tenant, because the database user ${client.user} is no superuser. A superuser can make their indexes usable, once, in the database ${client.database}: ${statements.join('; ')};`,
    );
}
