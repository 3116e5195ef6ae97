import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

/** Functions that give a model as a tenant has it, by the module that has the model. */
const modelFunction = /\bconst (\w+) =\s*modelNamed\(\s*'(\w+)'/g;
/** The model that many records are written to at once: `updateMany(within, emails(within), …)`. */
const writtenModel = /\b(?:insertMany|updateMany)\(\s*[^,()]+(?:\([^()]*\))?,\s*(\w+)\(/g;

const files = globSync('src/modules/*/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, moduleKey: file.split('/')[2] as string, text: readFileSync(file, 'utf8') }));

describe('records that are written without permissions and hooks', () => {
  it('are those of the module that writes them', () => {
    const foreign = new Set<string>();
    for (const { moduleKey, text } of files)
      for (const [, name, owner] of text.matchAll(modelFunction))
        if (owner !== moduleKey) foreign.add(`${moduleKey}: ${name}`);
    assert.ok(foreign.size > 0);
    const found = files.flatMap(({ file, moduleKey, text }) =>
      Array.from(text.matchAll(writtenModel), ([, name]) => `${moduleKey}: ${name}`)
        .filter((written) => foreign.has(written))
        .map((written) => `${file} writes ${written}`),
    );
    assert.deepEqual(found, []);
  });

  it('are found', () => {
    const written = files.flatMap(({ text }) => Array.from(text.matchAll(writtenModel), ([, name]) => name));
    assert.ok(written.length > 40, `only ${written.length} were found`);
    assert.ok(written.includes('emails') && written.includes('storedFiles'));
  });
});
