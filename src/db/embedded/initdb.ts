import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { StartupError } from '#lib/startup-error.ts';
import type { Binaries } from './binaries.ts';
import { type DataFolder, superuser } from './data-folder.ts';
import { createFolderFor, writeFileFor } from './os-user.ts';
import { isAlive } from './postmaster.ts';

/**
 * Creates the cluster if there is none, and otherwise checks its version. initdb writes to a temporary folder that is
 * renamed afterwards, so an interrupted start leaves no incomplete cluster.
 */
export async function initialiseCluster(
  folder: DataFolder,
  binaries: Binaries,
  onEvent?: (message: string) => void,
): Promise<void> {
  const { dataDir, pgData } = folder;
  // Remove leftovers even if the cluster exists: initdb of a killed start may have continued to write after the next
  // start removed its folder.
  removeLeftovers(dataDir);
  if (clusterExists(pgData)) return checkVersion(pgData, binaries);
  onEvent?.('preparing the database for its first start');
  const temporary = path.join(dataDir, `postgres.new-${process.pid}`);
  await runInitdb(folder, binaries, temporary);
  try {
    fs.renameSync(temporary, pgData);
  } catch (error) {
    fs.rmSync(temporary, { recursive: true, force: true });
    // Another process that is starting too may have created the cluster. Use that one.
    if (!clusterExists(pgData)) throw error;
  }
}

const clusterExists = (pgData: string): boolean => fs.existsSync(path.join(pgData, 'PG_VERSION'));

/** Removes temporary files of starts whose process has died. */
function removeLeftovers(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    const pid = /^postgres\.(?:new|password)-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) fs.rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

async function runInitdb(
  { dataDir, pgData, password, osUser }: DataFolder,
  { initdb }: Binaries,
  temporary: string,
): Promise<void> {
  createFolderFor(osUser, temporary);
  const passwordFile = path.join(dataDir, `postgres.password-${process.pid}`);
  writeFileFor(osUser, passwordFile, password);
  const child = spawn(
    initdb,
    [
      `--pgdata=${temporary}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...osUser, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await exitCode(child).finally(() => fs.rmSync(passwordFile, { force: true }));
  if (code === 0) return;
  fs.rmSync(temporary, { recursive: true, force: true });
  throw new StartupError(`PostgreSQL could not prepare ${pgData}: ${output.trim().split('\n').at(-1)}`);
}

function checkVersion(pgData: string, { postgres }: Binaries): void {
  const created = fs.readFileSync(path.join(pgData, 'PG_VERSION'), 'utf8').trim();
  const shipped = /(\d+)/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' }))?.[1];
  if (created !== shipped) {
    throw new StartupError(
      `${pgData} was made by PostgreSQL ${created}, and this version of Atrium ships PostgreSQL ${shipped}: dump it with the version that made it and load it into a new DATA_DIR.`,
    );
  }
}

const exitCode = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
