import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { type Lock, missingBuilds } from '../scripts/platforms.ts';

type Entry = Lock['packages'][string];

const build = (os: string, cpu: string, more: Partial<Entry> = {}): Entry => ({
  version: '1.2.0',
  integrity: 'sha512-x',
  os: [os],
  cpu: [cpu],
  ...more,
});

const x64 = build('linux', 'x64', { libc: ['glibc'] });
const arm64 = build('linux', 'arm64', { libc: ['glibc'] });

/** A lock file with the package `tool`, which depends on all builds, and with the builds that have an entry. */
function lockOf(builds: Record<string, Entry | undefined>, versions: Record<string, string> = {}): Lock {
  const optionalDependencies = Object.fromEntries(Object.keys(builds).map((name) => [name, versions[name] ?? '1.2.0']));
  const locked = Object.entries(builds).flatMap(([name, entry]): [string, Entry][] =>
    entry ? [[`node_modules/${name}`, entry]] : [],
  );
  return {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/tool': { version: '1.2.0', integrity: 'sha512-x', optionalDependencies },
      ...Object.fromEntries(locked),
    },
  };
}

describe('the check of builds in the lock file', () => {
  it('accepts a package with both builds for Linux, whatever it has for other systems', () => {
    assert.deepEqual(missingBuilds(lockOf({ '@tool/linux-x64': x64, '@tool/linux-arm64': arm64 })), []);
    const more = {
      'tool-linux-x64-gnu': x64,
      'tool-linux-arm64-gnu': arm64,
      'tool-linux-x64-musl': undefined,
      'tool-android-arm64': undefined,
      'tool-win32-x64': build('win32', 'x64'),
    };
    assert.deepEqual(missingBuilds(lockOf(more)), []);
  });

  it('accepts a package for other systems only, and optional packages without a platform', () => {
    assert.deepEqual(missingBuilds(lockOf({ fsevents: build('darwin', 'x64') })), []);
    assert.deepEqual(missingBuilds(lockOf({ 'pg-cloudflare': { version: '1.2.0', integrity: 'sha512-x' } })), []);
    assert.deepEqual(missingBuilds(lockOf({ 'pg-cloudflare': undefined })), []);
  });

  it('names the package and the build that the lock file lacks', () => {
    assert.deepEqual(missingBuilds(lockOf({ 'tool-linux-x64-gnu': x64, 'tool-linux-arm64-gnu': undefined })), [
      'tool@1.2.0 needs tool-linux-arm64-gnu@1.2.0, which is not in the lock.',
    ]);
    assert.deepEqual(missingBuilds(lockOf({ 'tool-linux-x64-gnu': undefined, 'tool-linux-arm64-gnu': undefined })), [
      'tool@1.2.0 needs tool-linux-x64-gnu@1.2.0, which is not in the lock.',
      'tool@1.2.0 needs tool-linux-arm64-gnu@1.2.0, which is not in the lock.',
    ]);
  });

  it('finds a package without a build for one architecture, or with one for musl only', () => {
    assert.deepEqual(missingBuilds(lockOf({ 'tool-linux-x64': x64, 'tool-darwin-arm64': build('darwin', 'arm64') })), [
      'tool@1.2.0 has no build for linux-arm64 with glibc.',
    ]);
    const musl = { 'tool-linux-x64': x64, 'tool-linux-arm64-musl': build('linux', 'arm64', { libc: ['musl'] }) };
    assert.deepEqual(missingBuilds(lockOf(musl)), ['tool@1.2.0 has no build for linux-arm64 with glibc.']);
  });

  it('finds builds of another version and builds without integrity', () => {
    const old = { 'tool-linux-x64': x64, 'tool-linux-arm64': { ...arm64, version: '1.1.0' } };
    assert.deepEqual(missingBuilds(lockOf(old)), ['tool@1.2.0 needs tool-linux-arm64@1.2.0, but the lock has 1.1.0.']);
    assert.deepEqual(missingBuilds(lockOf(old, { 'tool-linux-arm64': '1.1.0' })), [
      'tool@1.2.0 has builds of different versions: tool-linux-x64@1.2.0 and tool-linux-arm64@1.1.0.',
    ]);
    const { integrity: _integrity, ...bare } = arm64;
    assert.deepEqual(missingBuilds(lockOf({ 'tool-linux-x64': x64, 'tool-linux-arm64': bare })), [
      'tool@1.2.0 needs tool-linux-arm64@1.2.0, which has no integrity in the lock.',
    ]);
  });

  it('resolves builds like Node: in the folder of the package first', () => {
    const outer = lockOf({ 'tool-linux-x64': x64, 'tool-linux-arm64': { ...arm64, version: '1.1.0' } });
    const nested = { ...outer.packages, 'node_modules/tool/node_modules/tool-linux-arm64': arm64 };
    assert.deepEqual(missingBuilds({ packages: nested }), []);
  });

  it('accepts the lock file of the project', () => {
    const file = path.join(import.meta.dirname, '../package-lock.json');
    assert.deepEqual(missingBuilds(JSON.parse(fs.readFileSync(file, 'utf8'))), []);
  });
});
