import fs from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it. Node's own recursive mkdir never returns where the system allows no folder, below
 * /proc for instance: there it takes ENOENT for a missing parent, again and again.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && fs.statSync(folder).isDirectory()) return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder || fs.existsSync(parent)) throw error;
    makeFolder(parent);
    fs.mkdirSync(folder, { mode });
  }
}
