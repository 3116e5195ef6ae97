import type pg from 'pg';

export interface ConnectionSettings {
  readonly connectionString?: string | undefined;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  /** The role to act as, when the one that connects may do more. */
  readonly role?: string | undefined;
}

/** Sent with the start of each connection, so that no statement is spent on them. */
const sessionOptions = (role: string | undefined): string =>
  [
    'timezone=UTC',
    // Statements here touch tens of rows; compiling them costs more than it saves.
    'jit=off',
    // A page is put together from stretches in order; a parallel plan would not keep it.
    'max_parallel_workers_per_gather=0',
    'statement_timeout=30000',
    'lock_timeout=10000',
    'idle_in_transaction_session_timeout=60000',
    ...(role ? [`role=${role}`] : []),
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ');

export const clientConfig = ({ role, ...connection }: ConnectionSettings): pg.ClientConfig => ({
  ...(connection as pg.ClientConfig),
  application_name: `atrium ${process.pid}`,
  options: sessionOptions(role),
});
