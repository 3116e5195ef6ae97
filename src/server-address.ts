import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The file in DATA_DIR with the URL of the running server. Scripts read it, because the system may have chosen the
 * port.
 */
const fileIn = (dataDir: string): string => path.join(dataDir, 'server-address');

const healthTimeoutMs = 2000;

export const writeServerAddress = (dataDir: string, url: string): Promise<void> =>
  writeFile(fileIn(dataDir), `${url}\n`);

export const removeServerAddress = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

/**
 * Finds the address of a server that runs on the folder; undefined when none answers. A killed server leaves its file
 * behind, so the server is asked.
 */
export async function findServerAddress(dataDir: string): Promise<string | undefined> {
  try {
    const url = new URL((await readFile(fileIn(dataDir), 'utf8')).trim());
    const answer = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(healthTimeoutMs) });
    return answer.ok ? url.origin : undefined;
  } catch {
    return undefined;
  }
}
