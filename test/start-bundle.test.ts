import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'start-bundle-'));
after(() => rmSync(folder, { recursive: true }));

for (const name of ['src/lib', 'dist']) mkdirSync(path.join(folder, name), { recursive: true });
copyFileSync(path.join(root, 'src/start.mjs'), path.join(folder, 'src/start.mjs'));
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
write('package.json', '{ "type": "module" }');
write('package-lock.json', '{}');
write('src/server.ts', `console.log('source')`);
write('src/lib/part.ts', '');
write('dist/server.js', `console.log('bundle')`);

const sources = ['package-lock.json', 'src/start.mjs', 'src/server.ts', 'src/lib/part.ts'];
const changedAt = (name: string, seconds: number) => utimesSync(path.join(folder, name), seconds, seconds);
const started = () => execFileSync(process.execPath, [path.join(folder, 'src/start.mjs')], { encoding: 'utf8' }).trim();

describe('npm start', () => {
  it('uses the bundle while it is newer than every source', () => {
    for (const name of sources) changedAt(name, 1000);
    changedAt('dist/server.js', 1001);
    assert.equal(started(), 'bundle');
  });

  for (const name of sources)
    it(`uses the source once ${name} has changed`, () => {
      changedAt(name, 1002);
      assert.equal(started(), 'source');
      changedAt(name, 1000);
      assert.equal(started(), 'bundle');
    });

  it('uses the source where there is no bundle', () => {
    rmSync(path.join(folder, 'dist'), { recursive: true });
    assert.equal(started(), 'source');
  });

  it('is the same in the Dockerfile', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(readFileSync(path.join(root, 'Dockerfile'), 'utf8')) ?? [];
    assert.deepEqual(JSON.parse(command).slice(1), scripts.start.split(' ').slice(1));
  });
});
