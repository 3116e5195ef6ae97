import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The texts of source files by their paths from the root of the repository. */
export type Sources = ReadonlyMap<string, string>;

interface Selection {
  readonly files: readonly string[];
  /** A changed file that affects every test. Undefined when there is none. */
  readonly concernsAll: string | undefined;
}

const git = (...words: string[]): string[] =>
  execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** The files that differ from the branch `base`, including uncommitted ones. */
export function changedFiles(base = 'main'): string[] {
  const [fork = base] = git('merge-base', base, 'HEAD');
  return [...new Set([...git('diff', '--name-only', fork), ...git('ls-files', '--others', '--exclude-standard')])];
}

export const readSources = (): Sources =>
  new Map(
    globSync([
      'src/**/*.{ts,mjs}',
      'web/src/**/*.{ts,tsx}',
      'packages/*/src/**/*.ts',
      'test/**/*.ts',
      'scripts/**/*.ts',
      'bench/**/*.ts',
    ]).map((file) => [file, readFileSync(file, 'utf8')]),
  );

/** The file imports everything, so a test that starts a server imports every module through it. */
const root = 'src/app.ts';
const moduleIndex = /^src\/modules\/(\w+)\/index\.ts$/;
const aliases: readonly (readonly [string, string])[] = [
  ['#lib/', 'src/lib/'],
  ['#db/', 'src/db/'],
  ['#core/', 'src/core/'],
  ['#test/', 'test/'],
  ['~/', 'web/src/'],
];
/** Matches imports of values, and files that a thread or a process runs. Types have no effect at run time. */
const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^;'"]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)|new URL\('([^']+)', import\.meta\.url\)/g;

function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(importPattern)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    const alias = aliases.find(([start]) => name.startsWith(start));
    if (alias) return [`${alias[1]}${name.slice(alias[0].length)}`];
    return name.startsWith('.') ? [path.posix.join(path.posix.dirname(file), name)] : [];
  });
}

/** Paths of the API that a file of a module declares: routes of actions, and the records of a model. */
function addressesOf(file: string, text: string): string[] {
  if (file.endsWith('.test.ts')) return [];
  const model = /^src\/modules\/(\w+)\/models\/(\w+)\.ts$/.exec(file);
  if (model) return [`${model[1]}/${model[2]}`, `${model[1]}.${model[2]}`];
  const routes = text.matchAll(/path: '\/(?:api\/)?([^'*:]+)/g);
  return [...routes].map((route) => (route[1] as string).replace(/\/$/, '')).filter((route) => route.includes('/'));
}

/** True when a test is next to the file that it tests. Tests in `test/` span modules. */
const isBeside = (test: string, file: string): boolean =>
  !file.endsWith('.test.ts') && !test.startsWith('test/') && path.posix.dirname(test) === path.posix.dirname(file);

/**
 * Returns the tests that a change affects: those in the folder of a changed file, those that import it directly or
 * indirectly, and those that call an action or a model of such an importer. Imports through the composition root do not
 * count, because it imports everything.
 */
export function testsOf(changed: readonly string[], sources: Sources, tests: readonly string[]): Selection {
  const importers = new Map<string, string[]>();
  for (const [file, text] of sources)
    for (const imported of importsOf(file, text)) importers.set(imported, [...(importers.get(imported) ?? []), file]);
  const selected = new Set<string>();
  const select = (isConcerned: (test: string, text: string) => boolean) => {
    for (const test of tests) if (isConcerned(test, sources.get(test) ?? '')) selected.add(test);
  };
  for (const file of changed) {
    if (!sources.has(file)) {
      // Select tests that name the file, or read the whole folder of guides.
      const folder = file.startsWith('docs/') ? "'../docs'" : undefined;
      select((_, text) => text.includes(path.posix.basename(file)) || (folder !== undefined && text.includes(folder)));
      continue;
    }
    const reached = reachedFrom(file, importers);
    select((test) => reached.has(test) || isBeside(test, file));
    const isConsole = file.startsWith('web/src/') && !file.endsWith('.test.ts');
    if (isConsole) select((test) => test.startsWith('test/console/'));
    const addresses = [...reached].flatMap((one) => addressesOf(one, sources.get(one) ?? ''));
    select((_, text) => addresses.some((address) => text.includes(address)));
    if (addresses.length > 0) continue;
    const [moduleKey] = [...reached].flatMap((one) => moduleIndex.exec(one)?.[1] ?? []);
    if (moduleKey !== undefined) select((_, text) => text.includes(`/api/${moduleKey}/`));
    else if (reached.has(root)) return { files: tests, concernsAll: file };
  }
  return { files: [...selected], concernsAll: undefined };
}

/** Returns the file and all its importers. */
function reachedFrom(file: string, importers: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set([file]);
  for (const one of reached) {
    if (one === root || moduleIndex.test(one)) continue;
    for (const importer of importers.get(one) ?? []) reached.add(importer);
  }
  return reached;
}
