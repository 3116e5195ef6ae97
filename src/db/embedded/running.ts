import type { ConnectionSettings } from '../connection.ts';
import { adminSettings, pgDataIn, readPassword } from './data-folder.ts';
import { type Endpoint, findPostmaster, readPidFile } from './postmaster.ts';

/** Where the database of an Atrium that already runs on the folder listens. */
export const findRunningEndpoint = (dataDir: string): Endpoint | undefined => readPidFile(pgDataIn(dataDir))?.endpoint;

/**
 * How to connect as superuser to the database of an Atrium that already runs on the folder; undefined when none runs.
 */
export function findRunningAdmin(dataDir: string): ConnectionSettings | undefined {
  const found = findPostmaster(pgDataIn(dataDir));
  return found && adminSettings(found.endpoint, readPassword(dataDir));
}
