import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { createFolder } from '#lib/folders.ts';
import { StartupError } from '#lib/startup-error.ts';
import type { ConnectionSettings } from '../connection.ts';
import type { Binaries } from './binaries.ts';
import { checkReach, chooseOsUser, type OsUser } from './os-user.ts';
import type { Endpoint } from './postmaster.ts';

/** The parts of DATA_DIR that the embedded PostgreSQL uses. */
export interface DataFolder {
  readonly dataDir: string;
  /** PostgreSQL's own data directory. */
  readonly pgData: string;
  /** The password of the cluster's superuser. */
  readonly password: string;
  /** The user that owns `pgData` and runs PostgreSQL. */
  readonly osUser: OsUser;
}

export const superuser = 'atrium';

export const pgDataIn = (dataDir: string): string => path.join(dataDir, 'postgres');

const passwordFileIn = (dataDir: string): string => path.join(dataDir, 'secrets', 'database-password');

export const readPassword = (dataDir: string): string => fs.readFileSync(passwordFileIn(dataDir), 'utf8').trim();

export const adminSettings = (endpoint: Endpoint, password: string): ConnectionSettings => ({
  ...endpoint,
  user: superuser,
  password,
  database: 'postgres',
});

/** Creates the folders and the superuser's password if they are missing. */
export function prepareDataFolder(dataDir: string, { postgres }: Binaries): DataFolder {
  const pgData = pgDataIn(dataDir);
  let password: string;
  try {
    createFolder(dataDir);
    createFolder(path.join(dataDir, 'secrets'), 0o700);
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK);
    password = readOrCreatePassword(dataDir);
  } catch (error) {
    throw new StartupError(
      `Cannot write to ${dataDir} (${(error as NodeJS.ErrnoException).code}): make the folder writable or set DATA_DIR to another one.`,
    );
  }
  const osUser = chooseOsUser(pgData);
  checkReach(osUser, dataDir, postgres);
  return { dataDir, pgData, password, osUser };
}

function readOrCreatePassword(dataDir: string): string {
  const file = passwordFileIn(dataDir);
  if (!fs.existsSync(file)) {
    try {
      fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process that is starting too has created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return readPassword(dataDir);
}
