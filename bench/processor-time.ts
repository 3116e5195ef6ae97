import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** The fields of /proc/<pid>/stat after the name of the program; undefined when the process has ended. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Returns a process and all its descendants. */
export function treeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = statOf(Number(name))?.[1];
      return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }];
    });
  const found = [pid];
  for (const one of found) for (const { pid: child, parent } of parents) if (parent === one) found.push(child);
  return found;
}

/** User and system time of processes, including the child processes that they have waited for. */
export const processorSeconds = (pids: readonly number[]): number =>
  pids
    .map((pid) => (statOf(pid) ?? []).slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond)
    .reduce((sum, seconds) => sum + seconds, 0);
