import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';

export const root = path.join(import.meta.dirname, '../..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** Packs a package as it would be published, and installs it in an empty folder without a network. */
export function installPacked(name: 'sdk' | 'cli', folder: string): void {
  const tarballs = path.join(folder, 'tarballs');
  mkdirSync(tarballs, { recursive: true });
  const quiet = { encoding: 'utf8', stdio: 'pipe', shell: process.platform === 'win32' } as const;
  execFileSync(npm, ['pack', '--silent', '-w', `packages/${name}`, '--pack-destination', tarballs], {
    cwd: root,
    ...quiet,
  });
  const tarball = readdirSync(tarballs).find((file) => file.startsWith(`atrium-${name}-`));
  if (tarball === undefined) throw new Error(`npm pack wrote no package of ${name}`);
  const options = ['--offline', '--no-audit', '--no-fund', '--silent'];
  execFileSync(npm, ['install', ...options, `./tarballs/${tarball}`], { cwd: folder, ...quiet });
}

/** An empty folder of a project, which is removed after the tests of the file. */
export function emptyProject(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-package-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  return folder;
}

export const copyExamples = (folder: string): void =>
  cpSync(path.join(root, 'packages/sdk/examples'), folder, { recursive: true });

/** The Node of this process, and another one that the machine has, by version. */
export function nodes(): Map<string, string> {
  const found = new Map([[process.version, process.execPath]]);
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    if (folder.includes('node_modules')) continue;
    try {
      const file = realpathSync(path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node'));
      const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim();
      if (!found.has(version) && Number(version.slice(1).split('.')[0]) >= 20) found.set(version, file);
    } catch {
      // There is no Node in this folder.
    }
  }
  return found;
}
