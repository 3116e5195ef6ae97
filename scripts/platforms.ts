import fs from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** A build of a package for one platform, as the package names it among its optional dependencies. */
interface Build {
  readonly name: string;
  /** The version that the package asks for. */
  readonly wanted: string;
  readonly locked: LockedPackage | undefined;
}

const neededCpus = ['x64', 'arm64'] as const;
const isExact = (version: string): boolean => /^\d/.test(version);

/** Whether a word is a part of the name of a build: `linux` and `x64` are of `@biomejs/cli-linux-x64-musl`. */
const says = ({ name }: Build, word: string): boolean => name.split(/[^a-z0-9]+/i).includes(word);

const isLinux = (build: Build): boolean => build.locked?.os?.includes('linux') ?? says(build, 'linux');
const isFor = (build: Build, cpu: string): boolean => build.locked?.cpu?.includes(cpu) ?? says(build, cpu);
const isMusl = (build: Build): boolean =>
  build.locked?.libc ? !build.locked.libc.includes('glibc') : /musl/.test(build.name);

/** Where Node finds a dependency: in the package's own folder, or in one further out. */
function findLocked({ packages }: Lock, from: string, name: string): LockedPackage | undefined {
  for (let folder = from === '' ? '' : `${from}/`; ; ) {
    const found = packages[`${folder}node_modules/${name}`];
    if (found || folder === '') return found;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/')));
  }
}

/**
 * What the lock lacks to install on Linux x64 and arm64 with glibc, a sentence each. A package that has a build for Linux
 * must have both, in one version; one that has none (fsevents) is for other systems on purpose.
 */
export function missingBuilds(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([place, { version, optionalDependencies = {} }]) => {
    const linux = Object.entries(optionalDependencies)
      .map(([name, wanted]): Build => ({ name, wanted, locked: findLocked(lock, place, name) }))
      .filter(isLinux);
    if (linux.length === 0) return [];
    const parent = place === '' ? 'The project' : `${place.replace(/^.*node_modules\//, '')}@${version}`;
    const needed = neededCpus.map((cpu) => ({ cpu, build: linux.find((one) => isFor(one, cpu) && !isMusl(one)) }));
    const problems = needed.flatMap(({ cpu, build }) => {
      if (!build) return [`${parent} has no build for linux-${cpu} with glibc.`];
      const problem = problemOf(build);
      return problem === undefined ? [] : [`${parent} needs ${build.name}@${build.wanted}, ${problem}.`];
    });
    const versions = new Set(needed.map(({ build }) => build?.locked?.version));
    if (problems.length > 0 || versions.size === 1) return problems;
    const named = needed.map(({ build }) => `${build?.name}@${build?.locked?.version}`);
    return [`${parent} has builds of different versions: ${named.join(' and ')}.`];
  });
}

function problemOf({ wanted, locked }: Build): string | undefined {
  if (!locked) return 'which is not in the lock';
  if (isExact(wanted) && locked.version !== wanted) return `but the lock has ${locked.version}`;
  return locked.integrity ? undefined : 'which has no integrity in the lock';
}

/** `npm run platforms`: fails when an install from the lock would not work on every machine that we promise. */
if (import.meta.main) {
  const file = path.join(import.meta.dirname, '../package-lock.json');
  const missing = missingBuilds(JSON.parse(fs.readFileSync(file, 'utf8')));
  for (const sentence of missing) console.error(sentence);
  if (missing.length > 0) process.exitCode = 1;
}
