import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** scripts/test.ts loads this file before each group of test files. */

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Claims the cluster for this process. Returns false when another running process has claimed it. */
function claim(n: number): boolean {
  const file = path.join(tmpdir(), `cluster-${n}.pid`);
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A killed owner does not remove the file. Remove it, so that the next attempt claims the cluster.
    if (!isAlive(Number(readFileSync(file, 'utf8')))) rmSync(file, { force: true });
    return false;
  }
  process.once('exit', () => rmSync(file, { force: true }));
  return true;
}

/** Returns a cluster that is free. Each worker has one, so none is free only while a process is ending. */
function freeCluster(clusters: readonly unknown[]): unknown {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const found = clusters.find((_, n) => claim(n));
    if (found !== undefined) return found;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  throw new Error('no cluster is free');
}

// Threads and child processes load this file too, and use the cluster of their parent.
process.env.ATRIUM_TEST_CLUSTER ??= JSON.stringify(freeCluster(JSON.parse(process.env.ATRIUM_TEST_CLUSTERS ?? '[]')));

/** A file that hangs must not block the whole run. */
const deadlineMs = Number(process.env.ATRIUM_TEST_DEADLINE_MS);

setTimeout(() => {
  process.stderr.write(`${process.argv[1]} did not end within ${deadlineMs / 1000} s and is killed.\n`);
  process.kill(process.pid, 'SIGKILL');
}, deadlineMs).unref();
