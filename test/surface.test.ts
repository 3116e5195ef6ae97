import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { builtInNames, namesFile, surface, surfaceFile } from '../scripts/surface.ts';

describe('docs/surface.md', () => {
  it('lists every operation, model, action and job as the code has them', async () => {
    assert.equal(
      fs.readFileSync(surfaceFile, 'utf8'),
      await surface(),
      'run npm run surface and commit docs/surface.md',
    );
  });

  it('has the names of the models for the SDK beside it', () => {
    const message = `run npm run surface and commit ${namesFile}`;
    assert.equal(fs.readFileSync(namesFile, 'utf8'), builtInNames(), message);
  });

  it('links only to files that exist', () => {
    const links = [...fs.readFileSync(surfaceFile, 'utf8').matchAll(/\]\((\.\.\/[^)]+)\)/g)];
    assert.ok(links.length > 200);
    for (const [, file = ''] of links) assert.ok(fs.existsSync(new URL(`../docs/${file}`, import.meta.url)), file);
  });
});

describe('a file in actions/', () => {
  it('defines one action', () => {
    const modules = new URL('../src/modules/', import.meta.url);
    const files = fs
      .readdirSync(modules, { recursive: true, encoding: 'utf8' })
      .filter((name) => /[/\\]actions[/\\].*\.ts$/.test(name) && !/(?:index|\.test)\.ts$/.test(name));
    assert.ok(files.length > 40);
    for (const file of files) {
      const count = fs.readFileSync(new URL(file, modules), 'utf8').split('defineAction(').length - 1;
      assert.equal(count, 1, `${file} defines ${count} actions`);
    }
  });
});
