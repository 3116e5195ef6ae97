import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, type FileStorage, ObjectMissingError } from './storage.ts';

/** Reads of 256 KiB take half of the processor time of Node's 64 KiB. */
const readBytes = 256 * 1024;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Objects as files in a folder. Several nodes need a folder that they share. */
export function diskStorage(folder: string): FileStorage {
  const pathOf = (key: string) => path.join(folder, key);
  return {
    async write(key, content) {
      const file = pathOf(key);
      const created = await mkdir(path.dirname(file), { recursive: true, mode: 0o750 });
      if (created !== undefined) await syncFolder(path.dirname(created));
      const partial = `${file}.part`;
      try {
        // `wx`: keys are unique, so a file that is there already is a defect. `flush` waits for the disk.
        await writeFile(partial, content, { flag: 'wx', mode: 0o640, flush: true });
        await rename(partial, file);
        await syncFolder(path.dirname(file));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    read: (key, range) => openFile(pathOf(key), key, range),
    remove: async (key) => {
      await rm(pathOf(key), { force: true });
      await rm(`${pathOf(key)}.part`, { force: true });
    },
  };
}

async function openFile(file: string, key: string, range: ByteRange | undefined): Promise<Readable> {
  try {
    const handle = await open(file, 'r');
    return handle.createReadStream({ highWaterMark: readBytes, ...(range && { start: range.first, end: range.last }) });
  } catch (error) {
    throw isMissing(error) ? new ObjectMissingError(key) : error;
  }
}

/** The new name survives a power failure only after its folder is synced. Windows cannot open folders and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
