import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createFolder } from '#lib/folders.ts';
import { StartupError } from '#lib/startup-error.ts';

/** The operating system user that runs PostgreSQL. All fields are undefined when it is our own user. */
export interface OsUser {
  readonly uid?: number;
  readonly gid?: number;
  readonly name?: string;
}

/** PostgreSQL refuses to run as root. Returns another user in that case, and our own otherwise. */
export const chooseOsUser = (pgData: string): OsUser => (process.getuid?.() === 0 ? unprivilegedUser(pgData) : {});

/** The owner of an existing cluster. For a new one, `postgres` when the system has that user, otherwise `nobody`. */
function unprivilegedUser(pgData: string): OsUser {
  if (fs.existsSync(pgData)) {
    const { uid, gid } = fs.statSync(pgData);
    if (uid !== 0) return { uid, gid, name: String(uid) };
  }
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim() || Number.NaN);
    const uid = id('-u');
    const gid = id('-g');
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid, name };
  }
  throw new StartupError('PostgreSQL cannot run as root and no user nobody exists: start Atrium as an ordinary user.');
}

/** Throws when the other user cannot enter the data folder or execute PostgreSQL. */
export function checkReach({ uid, gid, name }: OsUser, dataDir: string, postgres: string): void {
  if (uid === undefined || gid === undefined) return;
  const asUser = { uid, gid, cwd: '/', stdio: 'ignore' } as const;
  // Other users may only pass through the data folder: the files in it keep their own permissions.
  fs.chmodSync(dataDir, fs.statSync(dataDir).mode | 0o011);
  if (spawnSync('/bin/sh', ['-c', 'test -x "$0"', postgres], asUser).status !== 0) {
    throw new StartupError(
      `PostgreSQL cannot run as root, and the user ${name} cannot reach ${postgres}: start Atrium as an ordinary user, or install it in a folder that every user can enter.`,
    );
  }
  if (spawnSync('/bin/sh', ['-c', 'test -x "$0"', dataDir], asUser).status !== 0) {
    throw new StartupError(
      `PostgreSQL cannot run as root, and the user ${name} cannot reach ${dataDir}: set DATA_DIR to a folder that every user can enter, such as /var/lib/atrium, or start Atrium as an ordinary user.`,
    );
  }
}

export function createFolderFor(user: OsUser, folder: string): void {
  createFolder(folder, 0o700);
  changeOwner(folder, user);
}

export function writeFileFor(user: OsUser, file: string, text: string): void {
  fs.writeFileSync(file, `${text}\n`, { mode: 0o600 });
  changeOwner(file, user);
}

function changeOwner(target: string, { uid, gid }: OsUser): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(target, uid, gid);
}
