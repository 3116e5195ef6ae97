import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The file in DATA_DIR that says where the running server answers. Scripts read it: a port may have been chosen by the system. */
const fileIn = (dataDir: string): string => path.join(dataDir, 'server-address');

const healthTimeoutMs = 2000;

export const writeServerAddress = (dataDir: string, url: string): Promise<void> =>
  writeFile(fileIn(dataDir), `${url}\n`);

export const removeServerAddress = (dataDir: string): Promise<void> => rm(fileIn(dataDir), { force: true });

/** The address of a server that runs on the folder and answers; undefined when there is none. A server that was killed leaves its file behind. */
export async function findServerAddress(dataDir: string): Promise<string | undefined> {
  try {
    const url = new URL((await readFile(fileIn(dataDir), 'utf8')).trim());
    const answer = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(healthTimeoutMs) });
    return answer.ok ? url.origin : undefined;
  } catch {
    return undefined;
  }
}
