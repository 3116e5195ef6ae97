import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** The largest files had 0.9 GB in the folder at a time. */
const neededBytes = 6 * 1024 ** 3;

/**
 * Where the databases of the tests are: in memory when there is room. Each file creates and removes thousands of small
 * files, and the servers that tests start flush theirs, which takes longer on a disk than the tests. The tests kill
 * processes, never the machine, so that memory keeps what a disk would. TMPDIR overrides it.
 */
export function fastFolder(): string {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux' || freemem() < 2 * neededBytes) return tmpdir();
  const found = statfsSync(memoryFolder, { bigint: false });
  return found.bavail * found.bsize >= neededBytes ? memoryFolder : tmpdir();
}
