import type { ConnectionSettings } from '../connection.ts';
import { adminSettings, pgDataIn, readPassword } from './data-folder.ts';
import { type Endpoint, readPidFile, runsOn } from './postmaster.ts';

/** The database endpoint of an Atrium that already runs on the folder. */
export const findRunningEndpoint = (dataDir: string): Endpoint | undefined => readPidFile(pgDataIn(dataDir))?.endpoint;

/** The superuser connection to the database of an Atrium that already runs on the folder; undefined when none runs. */
export function findRunningAdmin(dataDir: string): ConnectionSettings | undefined {
  const pgData = pgDataIn(dataDir);
  const found = readPidFile(pgData);
  return found && runsOn(found.pid, pgData) ? adminSettings(found.endpoint, readPassword(dataDir)) : undefined;
}
