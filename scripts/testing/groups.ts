import { cpus } from 'node:os';
import path from 'node:path';

/** Files that take minutes, or wait most of the time. They run first, so that none of them runs alone at the end. */
const longest = [
  'src/modules/communications/incoming/sync/nodes.long',
  'src/modules/communications/incoming/sync/protocol',
  'src/modules/forms/submissions/guessing',
  'test/start',
  'test/console/pages-demo',
  'test/crash',
  'src/db/embedded/backup.long',
  'test/console/pages-empty.long',
  'test/index-use',
  'src/modules/communications/mail/outbox/crash',
  'test/demo',
  'src/modules/data/schema/deleted-models',
];
/** Files that measure or change their process, so they run alone. */
const alone = [
  'test/bombs',
  'src/db/new-cluster.long',
  'src/core/jobs/jobs',
  'test/neighbours',
  'src/core/models/registry-memory',
  'src/core/derive/schema',
  'src/modules/data/schema/schema-bounds',
  'src/lib/tabular/hostile',
  'src/lib/tabular/large.long',
  'src/lib/tabular/xlsx/xlsx',
];
/**
 * Largest number of files in a group. A process takes a second to load the server. Groups of slow files are smaller,
 * because the last group may run alone.
 */
const maxInGroup = { slow: 6, fast: 12 };

/** Files listed in this file. */
export const namedFiles = [...longest, ...alone].map((name) => `${name}.test.ts`);

const isIn = (names: readonly string[]) => (file: string) =>
  names.some((name) => file === path.join(...`${name}.test.ts`.split('/')));
const isLongest = isIn(longest);
const isAlone = isIn(alone);

/**
 * Folders with slow files. They are spread over the run, because four browsers at once on two cores exceed the time
 * limits of tests, and the run ends with short files, which keep all workers busy.
 */
const slowFolders = ['test/console', 'test/faults', 'src/modules/ai'];

// There are two workers more than cores, because tests wait for leases, for processes that start and for pages. With
// one more, a quarter of the processors' time was unused.
export const workers = Math.max(2, cpus().length) + 2;

/** Groups files that share a process: neighbours by name, which test similar features. */
export function groupsOf(files: readonly string[]): string[][] {
  const first = longest.flatMap((name) => files.filter(isIn([name])));
  const groups = [...first, ...files.filter(isAlone)].map((file) => [file]);
  const others = files.filter((file) => !isLongest(file) && !isAlone(file));
  const byFolder = Map.groupBy(others, (file) => folderOf(file));
  const bySpeed = { slow: [] as string[][], fast: [] as string[][] };
  for (const [folder, some] of byFolder) {
    const speed = slowFolders.includes(folder) ? 'slow' : 'fast';
    // Divide a few files among all workers.
    const size = Math.min(maxInGroup[speed], Math.ceil(some.length / workers));
    for (let from = 0; from < some.length; from += size) bySpeed[speed].push(some.slice(from, from + size));
  }
  const { slow, fast } = bySpeed;
  return [...groups, ...mixed(slow, fast.slice(0, -workers)), ...fast.slice(-workers)];
}

/** Returns `test/console` or `src/core`; each module has its own folder. */
const folderOf = (file: string): string => {
  const parts = path.dirname(file).split(path.sep);
  return parts.slice(0, parts[1] === 'modules' ? 3 : 2).join('/');
};

/** Merges both lists evenly, each in its order. */
function mixed<T>(some: readonly T[], others: readonly T[]): T[] {
  const placed = [some, others].flatMap((list) => list.map((item, n) => ({ item, place: (n + 0.5) / list.length })));
  return placed.sort((a, b) => a.place - b.place).map(({ item }) => item);
}
