import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import manifest from '../../package.json' with { type: 'json' };
import { readVersion } from '../version.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const other = 'fedcba9876543210fedcba9876543210fedcba98';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-version-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Creates a folder with these files. */
function checkout(name: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    const full = path.join(folder, name, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
  }
  return path.join(folder, name);
}

const commitOf = (name: string, files: Readonly<Record<string, string>>) =>
  readVersion(undefined, checkout(name, files)).commit;

describe('GET /version', () => {
  it('returns name, version, commit and Node version without a session', async () => {
    const { anonymous } = await appForFile({ ATRIUM_COMMIT: commit });
    const reply = await anonymous.get('/version');
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, { name: 'atrium', version: manifest.version, commit, node: process.version });
    assert.equal((await anonymous.post('/version', {})).status, 405);
    assert.ok((await anonymous.get('/openapi.json')).body.paths['/version']);
  });
});

describe('the commit', () => {
  it('is read from a checkout: branch, packed branch, detached head, worktree', () => {
    assert.equal(
      commitOf('branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` }),
      commit,
    );
    const packed = `# pack-refs with: peeled\n${other} refs/heads/other\n${commit} refs/heads/main\n`;
    assert.equal(commitOf('packed', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': packed }), commit);
    assert.equal(commitOf('detached', { '.git/HEAD': `${commit}\n` }), commit);
    const worktree = {
      'tree/.git': 'gitdir: ../main/.git/worktrees/tree\n',
      'main/.git/worktrees/tree/HEAD': 'ref: refs/heads/topic\n',
      'main/.git/worktrees/tree/commondir': '../..\n',
      'main/.git/refs/heads/topic': `${commit}\n`,
    };
    checkout('linked', worktree);
    assert.equal(readVersion(undefined, path.join(folder, 'linked/tree')).commit, commit);
  });

  it('is null when it is unknown, and the one of the build has priority', () => {
    assert.equal(commitOf('none', { 'package.json': '{}' }), null);
    assert.equal(commitOf('odd', { '.git': 'nonsense' }), null);
    assert.equal(commitOf('unborn', { '.git/HEAD': 'ref: refs/heads/main\n' }), null);
    assert.equal(commitOf('text', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': '<script>' }), null);
    assert.equal(readVersion(other, checkout('built', { '.git/HEAD': `${commit}\n` })).commit, other);
  });
});
