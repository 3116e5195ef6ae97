import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** The largest use of the folder was 0.9 GB. */
const neededBytes = 6 * 1024 ** 3;

/**
 * Returns the folder for databases of tests: in memory when there is room. Each file creates and removes thousands of small files, and
 * flushing them to a disk takes longer than the tests. The tests kill processes, never the machine, so memory is as durable as a disk.
 * TMPDIR overrides it.
 */
export function fastFolder(): string {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux' || freemem() < 2 * neededBytes) return tmpdir();
  const found = statfsSync(memoryFolder, { bigint: false });
  return found.bavail * found.bsize >= neededBytes ? memoryFolder : tmpdir();
}
