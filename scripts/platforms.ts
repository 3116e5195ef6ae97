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

/** A build of a package for one platform. The package names it among its optional dependencies. */
interface Build {
  readonly name: string;
  /** The version or range that the package requires. */
  readonly range: string;
  readonly locked: LockedPackage | undefined;
}

const neededCpus = ['x64', 'arm64'] as const;
const isExact = (version: string): boolean => /^\d/.test(version);

/** True when the name of a build contains the word: `@biomejs/cli-linux-x64-musl` contains `linux` and `x64`. */
const hasWord = ({ name }: Build, word: string): boolean => name.split(/[^a-z0-9]+/i).includes(word);

const isLinux = (build: Build): boolean => build.locked?.os?.includes('linux') ?? hasWord(build, 'linux');
const isFor = (build: Build, cpu: string): boolean => build.locked?.cpu?.includes(cpu) ?? hasWord(build, cpu);
const isMusl = (build: Build): boolean =>
  build.locked?.libc ? !build.locked.libc.includes('glibc') : /musl/.test(build.name);

/** Finds a dependency as Node does: in the package's own folder, or in a folder above it. */
function findLocked({ packages }: Lock, from: string, name: string): LockedPackage | undefined {
  for (let folder = from === '' ? '' : `${from}/`; ; ) {
    const found = packages[`${folder}node_modules/${name}`];
    if (found || folder === '') return found;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/')));
  }
}

/**
 * Returns sentences about builds that the lock lacks for installs on Linux x64 and arm64 with glibc. A package with a
 * build for Linux must have both, in one version. A package without any (fsevents) is for other systems. A build with
 * further parts, like those of sharp, needs them only for its own platform.
 */
export function missingBuilds(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(
    ([folder, { version, cpu: ownCpu, libc, optionalDependencies = {} }]) => {
      const cpus = neededCpus.filter((cpu) => ownCpu?.includes(cpu) ?? true);
      if (cpus.length === 0 || (libc && !libc.includes('glibc'))) return [];
      const linux = Object.entries(optionalDependencies)
        .map(([name, range]): Build => ({ name, range, locked: findLocked(lock, folder, name) }))
        .filter(isLinux);
      if (linux.length === 0) return [];
      const parent = folder === '' ? 'The project' : `${folder.replace(/^.*node_modules\//, '')}@${version}`;
      const needed = cpus.map((cpu) => ({ cpu, build: linux.find((one) => isFor(one, cpu) && !isMusl(one)) }));
      const problems = needed.flatMap(({ cpu, build }) => {
        if (!build) return [`${parent} has no build for linux-${cpu} with glibc.`];
        const problem = problemOf(build);
        return problem === undefined ? [] : [`${parent} needs ${build.name}@${build.range}, ${problem}.`];
      });
      const versions = new Set(needed.map(({ build }) => build?.locked?.version));
      if (problems.length > 0 || versions.size === 1) return problems;
      const named = needed.map(({ build }) => `${build?.name}@${build?.locked?.version}`);
      return [`${parent} has builds of different versions: ${named.join(' and ')}.`];
    },
  );
}

function problemOf({ range, locked }: Build): string | undefined {
  if (!locked) return 'which is not in the lock';
  if (isExact(range) && locked.version !== range) return `but the lock has ${locked.version}`;
  return locked.integrity ? undefined : 'which has no integrity in the lock';
}

/** `npm run platforms`: fails when an install from the lock would not work on every supported machine. */
if (import.meta.main) {
  const file = path.join(import.meta.dirname, '../package-lock.json');
  const missing = missingBuilds(JSON.parse(fs.readFileSync(file, 'utf8')));
  for (const sentence of missing) console.error(sentence);
  if (missing.length > 0) process.exitCode = 1;
}
