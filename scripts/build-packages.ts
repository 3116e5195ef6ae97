import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Builds the packages for other machines into their `dist`: the SDK (`sdk`) and the command line (`cli`, which contains
 * the SDK). With `--types` also the declarations of the SDK, which take some seconds and are needed to publish only.
 */
const root = path.join(import.meta.dirname, '..');
const sdkSource = path.join(root, 'packages/sdk/src/index.ts');
const inputs = { sdk: sdkSource, cli: path.join(root, 'packages/cli/src/main.ts') };
type Package = keyof typeof inputs;

const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;

/** Bundles a package into a folder as one file, which runs on Node 20 and, for the SDK, in browsers. */
export async function bundlePackage(name: Package, folder: string): Promise<void> {
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    input: { [name === 'sdk' ? 'index' : 'main']: inputs[name] },
    platform: name === 'sdk' ? 'neutral' : 'node',
    logLevel: 'warn',
    resolve: { alias: { 'atrium-sdk': sdkSource } },
    external: /^node:/,
    transform: {
      target: 'es2022',
      define: { __VERSION__: JSON.stringify(versionOf(path.join(root, 'packages', name))) },
    },
  });
  mkdirSync(folder, { recursive: true });
  await bundled.write({ dir: folder, format: 'esm' });
  await bundled.close();
}

/** Writes the declarations of the SDK. */
export function writeDeclarations(folder: string): void {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const options = ['-p', path.join(root, 'packages/sdk'), '--emitDeclarationOnly', '--outDir', folder];
  const { status } = spawnSync(process.execPath, [tsc, ...options], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The declarations of the SDK could not be written.');
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.d.ts'))) {
    const file = path.join(folder, name);
    // TypeScript leaves the names of the sources in declarations. Every version understands those of the built files.
    writeFileSync(file, readFileSync(file, 'utf8').replace(/((?:from|import\() ?'\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

async function build(name: Package, withTypes: boolean): Promise<void> {
  const folder = path.join(root, 'packages', name);
  const unfinished = path.join(folder, `dist-${process.pid}`);
  try {
    await bundlePackage(name, unfinished);
    if (withTypes && name === 'sdk') writeDeclarations(unfinished);
    rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
    renameSync(unfinished, path.join(folder, 'dist'));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  // A package is published from its folder, so the license of the repository must be in it.
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { types: { type: 'boolean' } }, allowPositionals: true });
  const names = positionals.length > 0 ? positionals : Object.keys(inputs);
  for (const name of names) {
    if (!(name in inputs)) throw new Error(`${name} is not a package. There are ${Object.keys(inputs).join(' and ')}.`);
    await build(name as Package, values.types ?? false);
  }
}
