import pg from 'pg';
import { type Hosts, readHosts, writableClient } from './hosts.ts';

export interface ConnectionSettings {
  readonly connectionString?: string | undefined;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** The role to switch to, when the connecting user has more rights. */
  readonly role?: string | undefined;
  /** Set when DATABASE_URL names several hosts. */
  readonly hosts?: Hosts | undefined;
  /** PostgreSQL's `server_version_num`; undefined before the first connection. */
  readonly serverVersion?: number | undefined;
}

/** Parses DATABASE_URL. */
export function readDatabaseUrl(url: string): ConnectionSettings {
  const hosts = readHosts(url);
  return { connectionString: hosts?.addresses[0] ?? url, hosts };
}

/** The first version with `transaction_timeout`. Older ones refuse a connection that sets it. */
const transactionTimeoutSince = 170_000;

/** The session options are in the startup message of each connection, so that they need no statement. */
const sessionOptions = ({ role, serverVersion = 0 }: ConnectionSettings): string =>
  [
    'timezone=UTC',
    // Statements read tens of rows, so compiling them costs more than it saves.
    'jit=off',
    // A page is a `union all` of ordered parts; a parallel plan would not keep their order.
    'max_parallel_workers_per_gather=0',
    'statement_timeout=30000',
    'lock_timeout=10000',
    // An open transaction delays every reader of the events, in all databases of the cluster.
    'idle_in_transaction_session_timeout=60000',
    ...(serverVersion >= transactionTimeoutSince ? ['transaction_timeout=300000'] : []),
    ...(role ? [`role=${role}`] : []),
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');

export function clientConfig(settings: ConnectionSettings): pg.ClientConfig {
  const { role: _, hosts: __, serverVersion: ___, ...connection } = settings;
  return {
    ...(connection as pg.ClientConfig),
    application_name: `atrium ${process.pid}`,
    options: sessionOptions(settings),
  };
}

/** The client class for `clientConfig`. With several hosts it connects to the one that accepts writes. */
export const clientClass = ({ hosts }: ConnectionSettings): typeof pg.Client =>
  hosts ? writableClient(hosts) : pg.Client;
