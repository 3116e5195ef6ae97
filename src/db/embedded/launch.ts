import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import { createFolderFor } from './os-user.ts';
import type { Endpoint } from './postmaster.ts';

/**
 * The maximum length of the socket folder. A socket path must fit into 107 bytes on Linux and 103 on macOS, including
 * the file name that PostgreSQL appends.
 */
const maxSocketFolderLength = 80;

/** Starts PostgreSQL detached, so that Ctrl-C in the terminal reaches only our own process. */
export function launch(
  { dataDir, pgData, osUser }: DataFolder,
  { postgres }: Binaries,
  { host, port }: Endpoint,
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  const onSocket = host.startsWith('/');
  const settings = {
    port: String(port),
    listen_addresses: onSocket ? '' : host,
    unix_socket_directories: onSocket ? host : '',
    unix_socket_permissions: '0700',
    max_connections: '60',
    ...more,
  };
  const log = fs.openSync(path.join(dataDir, 'postgres.log'), 'a', 0o600);
  const child = spawn(
    postgres,
    ['-D', pgData, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    { ...osUser, cwd: '/', detached: true, stdio: ['ignore', log, log] },
  );
  fs.closeSync(log);
  child.unref();
  return child;
}

/**
 * Chooses a socket in the data folder, or in the system's temporary folder when its path would be too long. Windows
 * uses TCP.
 */
export async function chooseEndpoint({ dataDir, pgData, osUser }: DataFolder): Promise<Endpoint> {
  if (os.platform() === 'win32') return { host: '127.0.0.1', port: await freePort() };
  const digest = createHash('sha256').update(pgData).digest('hex').slice(0, 12);
  const inDataDir = path.join(dataDir, 'run');
  const host = inDataDir.length <= maxSocketFolderLength ? inDataDir : path.join(os.tmpdir(), `atrium-${digest}`);
  createFolderFor(osUser, host);
  return { host, port: 5432 };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
