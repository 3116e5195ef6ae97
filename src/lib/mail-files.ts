import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { createFolder } from './folders.ts';

/** Writes `<id>.eml` to a temporary file and renames it, so that no program reads a partial mail. Returns its name. */
export async function writeMailFile(folder: string, id: string, message: Buffer | Readable): Promise<string> {
  createFolder(folder);
  const name = `${id}.eml`;
  const file = path.join(folder, name);
  try {
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  } catch (error) {
    await rm(`${file}.part`, { force: true });
    throw error;
  }
  return name;
}
