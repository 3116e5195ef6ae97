import fs from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its parents. Node's own recursive mkdir never returns where no folder can be created, for
 * instance below /proc: it treats the ENOENT there as a missing parent, and retries forever.
 */
export function createFolder(folder: string, mode = 0o777): void {
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && fs.statSync(folder).isDirectory()) return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder || fs.existsSync(parent)) throw error;
    createFolder(parent);
    fs.mkdirSync(folder, { mode });
  }
}
