import pg from 'pg';
import { type Hosts, readHosts, writableClient } from './hosts.ts';

export interface ConnectionSettings {
  readonly connectionString?: string | undefined;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** The role to act as, when the one that connects may do more. */
  readonly role?: string | undefined;
  /** Where the database may be, when there is more than one place. */
  readonly hosts?: Hosts | undefined;
  /** PostgreSQL's `server_version_num`, once it is known. */
  readonly serverVersion?: number | undefined;
}

/** What DATABASE_URL says. */
export function readDatabaseUrl(url: string): ConnectionSettings {
  const hosts = readHosts(url);
  return { connectionString: hosts?.addresses[0] ?? url, hosts };
}

/** The first version that knows `transaction_timeout`. Older ones refuse a connection that asks for it. */
const transactionTimeoutSince = 170_000;

/** Sent with the start of each connection, so that no statement is spent on them. */
const sessionOptions = ({ role, serverVersion = 0 }: ConnectionSettings): string =>
  [
    'timezone=UTC',
    // Statements here touch tens of rows; compiling them costs more than it saves.
    'jit=off',
    // A page is put together from stretches in order; a parallel plan would not keep it.
    'max_parallel_workers_per_gather=0',
    'statement_timeout=30000',
    'lock_timeout=10000',
    // An open transaction holds back every reader of the spine, in all databases of the cluster.
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

/** The class of clients to connect with, given `clientConfig`: one that searches the host that accepts writes. */
export const clientClass = ({ hosts }: ConnectionSettings): typeof pg.Client =>
  hosts ? writableClient(hosts) : pg.Client;
