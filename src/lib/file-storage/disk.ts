import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, type FileStorage, ObjectMissingError } from './storage.ts';

/** The chunk size of reads. Chunks of 256 KiB take half of the processor time of Node's 64 KiB. */
const readBytes = 256 * 1024;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Stores objects as files in a folder. Several nodes need a shared folder. */
export function diskStorage(folder: string): FileStorage {
  const pathOf = (key: string) => path.join(folder, key);
  return {
    async write(key, content) {
      const file = pathOf(key);
      const created = await mkdir(path.dirname(file), { recursive: true, mode: 0o750 });
      if (created !== undefined) await syncFolder(path.dirname(created));
      const partial = `${file}.part`;
      try {
        // `wx`: keys are unique, so an existing file is a defect. `flush` waits for the disk.
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

/**
 * Syncs a folder, because a new name survives a power failure only then. Windows cannot open folders and does not need
 * it.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
