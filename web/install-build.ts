import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Lists the files of the newest build. All files of that build and the one before are kept. The server does not serve
 * the list.
 */
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

/** Replaces a file by a rename, so readers see the old file or the new one, never a part. */
function replaceFile(from: string, to: string): void {
  const beside = `${to}.new`;
  copyFileSync(from, beside);
  renameSync(beside, to);
}

/**
 * Copies a build into the folder that the server serves, so that the folder is complete at every moment: the page is
 * replaced last, when all files that it names exist. Files of the previous build stay for open pages; those of older
 * builds are deleted.
 */
export function installBuild(built: string, served: string): void {
  const files = filesIn(built);
  if (!files.includes(pageName)) throw new Error(`${built} has no ${pageName}`);
  mkdirSync(served, { recursive: true });
  const listed = listedIn(served);
  // A folder without a list holds one build.
  const previous = listed.length > 0 ? listed : filesIn(served);
  for (const name of files) {
    if (name === pageName) continue;
    mkdirSync(path.dirname(path.join(served, name)), { recursive: true });
    replaceFile(path.join(built, name), path.join(served, name));
  }
  replaceFile(path.join(built, pageName), path.join(served, pageName));
  // Installing the same build twice keeps the one before it.
  const isSame = files.every((name) => previous.includes(name)) && previous.length === files.length;
  if (isSame && listed.length > 0) return;
  writeFileSync(path.join(served, listName), files.join('\n'));
  const kept = new Set([...files, ...previous, listName]);
  for (const name of filesIn(served)) if (!kept.has(name)) rmSync(path.join(served, name));
}
