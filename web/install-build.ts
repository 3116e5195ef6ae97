import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Names the files of the newest build, besides which those of the build before are kept. The server does not serve it. */
const listName = '.files';
const pageName = 'index.html';

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

function listedIn(folder: string): string[] {
  try {
    return readFileSync(path.join(folder, listName), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

/** Readers see the old file or the new one, never a part. */
function replaceFile(from: string, to: string): void {
  const beside = `${to}.new`;
  copyFileSync(from, beside);
  renameSync(beside, to);
}

/**
 * Puts a build into the folder that the server serves, whole at every moment: the page is replaced last, when all files that it names
 * are there. Pages that are open have the files of the build before it; those of older builds are deleted.
 */
export function installBuild(built: string, served: string): void {
  const files = filesIn(built);
  if (!files.includes(pageName)) throw new Error(`${built} has no ${pageName}`);
  mkdirSync(served, { recursive: true });
  const listed = listedIn(served);
  // A folder without a list has one build.
  const previous = listed.length > 0 ? listed : filesIn(served);
  for (const name of files) {
    if (name === pageName) continue;
    mkdirSync(path.dirname(path.join(served, name)), { recursive: true });
    replaceFile(path.join(built, name), path.join(served, name));
  }
  replaceFile(path.join(built, pageName), path.join(served, pageName));
  // The same build again leaves the one before it in place.
  const isSame = files.every((name) => previous.includes(name)) && previous.length === files.length;
  if (isSame && listed.length > 0) return;
  writeFileSync(path.join(served, listName), files.join('\n'));
  const kept = new Set([...files, ...previous, listName]);
  for (const name of filesIn(served)) if (!kept.has(name)) rmSync(path.join(served, name));
}
