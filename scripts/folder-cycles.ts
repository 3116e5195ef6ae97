import fs from 'node:fs';
import path from 'node:path';

/**
 * Finds folders of a module, of the core or of http that import each other in circles, types included, and parts of a module that do so through
 * their contracts. Folders in a circle can only be read together.
 * `folder-cycles.txt` lists the circles that exist; they may only shrink. `--write` removes from the list what was resolved.
 */

/** The folders whose files each folder imports. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Folders of one area that import each other. */
interface Cycle {
  readonly area: string;
  /** The folders in alphabetical order. */
  readonly folders: readonly string[];
}

const listPath = path.join(import.meta.dirname, 'folder-cycles.txt');
const importPattern = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;

/** True for files that only list the parts and exports of a module, or of a part of it. */
const isTableOfContents = (file: string): boolean =>
  /^src\/modules\/[^/]+\/(?:[^/]+\/)?(?:index|contract)\.ts$/.test(file);

/** `core`, `http`, or the key of a module; undefined for other code. */
const areaOf = (file: string): string | undefined =>
  /^src\/(core|http)\//.exec(file)?.[1] ?? /^src\/modules\/([^/]+)\/./.exec(file)?.[1];

const layers: ReadonlySet<string> = new Set(['core', 'http']);

const folderOf = (area: string, file: string): string =>
  path.posix.relative(layers.has(area) ? `src/${area}` : `src/modules/${area}`, path.posix.dirname(file)) || '.';

/** The module and the part of a file, such as `marketing` and `sms`; undefined for a module without parts, and for files outside of them. */
function partOf(sources: ReadonlyMap<string, string>, file: string): { module: string; part: string } | undefined {
  const [, module = '', part = ''] = /^src\/modules\/([^/]+)\/([^/]+)\/./.exec(file) ?? [];
  return sources.has(`src/modules/${module}/${part}/index.ts`) ? { module, part } : undefined;
}

function resolved(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#core/')) return `src/core/${specifier.slice('#core/'.length)}`;
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined;
}

const importsOf = (sources: ReadonlyMap<string, string>, file: string): string[] =>
  Array.from((sources.get(file) ?? '').matchAll(importPattern), ([, specifier = '']) =>
    resolved(file, specifier),
  ).filter((target) => target !== undefined && sources.has(target)) as string[];

/** The graphs of the parts of each module, by `parts of` and the key of the module. Parts import each other's contracts. */
export function partGraphs(sources: ReadonlyMap<string, string>): Map<string, Graph> {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const file of sources.keys()) {
    const from = partOf(sources, file);
    if (!from) continue;
    const area = `parts of ${from.module}`;
    const graph = graphs.get(area) ?? new Map<string, Set<string>>();
    graphs.set(area, graph);
    const imported = graph.get(from.part) ?? new Set<string>();
    graph.set(from.part, imported);
    for (const target of importsOf(sources, file)) {
      const to = partOf(sources, target);
      if (to?.module === from.module && to.part !== from.part) imported.add(to.part);
    }
  }
  return graphs;
}

/** The graphs of the folders of each area. `sources` are the texts of files by their paths. */
export function folderGraphs(sources: ReadonlyMap<string, string>): Map<string, Graph> {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const file of sources.keys()) {
    const area = areaOf(file);
    if (area === undefined || isTableOfContents(file)) continue;
    const graph = graphs.get(area) ?? new Map<string, Set<string>>();
    graphs.set(area, graph);
    const folder = folderOf(area, file);
    const imported = graph.get(folder) ?? new Set<string>();
    graph.set(folder, imported);
    for (const target of importsOf(sources, file)) {
      if (areaOf(target) !== area || isTableOfContents(target)) continue;
      const other = folderOf(area, target);
      if (other !== folder) imported.add(other);
    }
  }
  return graphs;
}

/** Returns the strongly connected components with more than one folder, by Tarjan's algorithm. */
export function cyclesOf(graph: Graph): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (folder: string): void => {
    const number = numbers.size;
    numbers.set(folder, number);
    lowest.set(folder, number);
    open.push(folder);
    for (const other of graph.get(folder) ?? []) {
      if (!numbers.has(other)) visit(other);
      if (open.includes(other)) lowest.set(folder, Math.min(lowest.get(folder) as number, lowest.get(other) as number));
    }
    if (lowest.get(folder) !== number) return;
    const cycle = open.splice(open.indexOf(folder));
    if (cycle.length > 1) cycles.push(cycle.sort());
  };
  for (const folder of graph.keys()) if (!numbers.has(folder)) visit(folder);
  return cycles.sort((a, b) => (String(a) < String(b) ? -1 : 1));
}

/** Returns the circles that no listed circle contains. */
export const newCycles = (found: readonly Cycle[], listed: readonly Cycle[]): Cycle[] =>
  found.filter(
    ({ area, folders }) =>
      !listed.some((known) => known.area === area && folders.every((folder) => known.folders.includes(folder))),
  );

const textOf = (cycles: readonly Cycle[]): string =>
  cycles.map(({ area, folders }) => `${area}: ${folders.join(', ')}\n`).join('');

export const readCycles = (text: string): Cycle[] =>
  Array.from(text.matchAll(/^([\w ]+): (.+)$/gm), ([, area = '', folders = '']) => ({
    area,
    folders: folders.split(', '),
  }));

function findCycles(): Cycle[] {
  const files = fs
    .globSync(['src/core/**/*.ts', 'src/http/**/*.ts', 'src/modules/**/*.ts'])
    .filter((file) => !file.endsWith('.test.ts'));
  const sources = new Map(files.map((file) => [file.split(path.sep).join('/'), fs.readFileSync(file, 'utf8')]));
  return [...folderGraphs(sources), ...partGraphs(sources)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([area, graph]) => cyclesOf(graph).map((folders) => ({ area, folders })));
}

function check(): void {
  const found = findCycles();
  const listed = readCycles(fs.readFileSync(listPath, 'utf8'));
  const grown = newCycles(found, listed);
  if (grown.length > 0) {
    console.error(
      `Folders import each other in circles that scripts/folder-cycles.txt does not list:\n${textOf(grown)}`,
    );
    process.exitCode = 1;
  } else if (textOf(found) === textOf(listed)) {
    console.log('✔ no new circles of folders');
  } else if (process.argv.includes('--write')) {
    fs.writeFileSync(listPath, textOf(found));
  } else {
    console.error('Circles of folders were resolved. Remove them from the list: node scripts/folder-cycles.ts --write');
    process.exitCode = 1;
  }
}

if (import.meta.main) check();
