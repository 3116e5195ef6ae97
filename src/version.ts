import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };

/** The answer of GET /version. */
export interface Version {
  readonly name: string;
  readonly version: string;
  /** Null when neither the build nor a .git folder has the commit. */
  readonly commit: string | null;
  readonly node: string;
}

const root = path.join(import.meta.dirname, '..');

/**
 * Reads the version. `commit` comes from the build. Without it, the commit is read from a .git folder next to
 * package.json.
 */
export const readVersion = (commit?: string, folder: string = root): Version => ({
  name: manifest.name,
  version: manifest.version,
  commit: commit ?? checkedOutCommit(folder),
  node: process.version,
});

/** Reads the files of git, because git itself may not be installed. */
function checkedOutCommit(folder: string): string | null {
  try {
    const gitDir = gitDirOf(folder);
    const head = read(gitDir, 'HEAD');
    const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
    return validCommit(ref === undefined ? head : resolveRef(gitDir, ref));
  } catch {
    // There is no repository, or its format is not supported. Nothing depends on the commit.
    return null;
  }
}

/** Finds the git folder. In a worktree, `.git` is a file with its path. */
function gitDirOf(folder: string): string {
  const dotGit = path.join(folder, '.git');
  if (statSync(dotGit).isDirectory()) return dotGit;
  return path.resolve(folder, read(folder, '.git').replace(/^gitdir: /, ''));
}

function resolveRef(gitDir: string, ref: string): string | undefined {
  const common = path.resolve(gitDir, readIfExists(gitDir, 'commondir') ?? '.');
  const loose = readIfExists(gitDir, ref) ?? readIfExists(common, ref);
  if (loose !== undefined) return loose;
  const packed = readIfExists(common, 'packed-refs')?.split('\n') ?? [];
  return packed.find((line) => line.endsWith(` ${ref}`))?.split(' ', 1)[0];
}

const read = (folder: string, file: string): string => readFileSync(path.join(folder, file), 'utf8').trim();

function readIfExists(folder: string, file: string): string | undefined {
  try {
    return read(folder, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const validCommit = (text: string | undefined): string | null =>
  text !== undefined && /^[0-9a-f]{40,64}$/.test(text) ? text : null;
