import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createRegistry } from '../app.ts';

/** String literals that look like the key of a module, but have another meaning. */
const others: ReadonlySet<string> = new Set([
  // Kinds of `via`, which identify in the API and in events the agent that acted for a user.
  'core/context.ts: ai',
  'core/events/event-actors.ts: ai',
  // An abbreviation in labels.
  'core/fields/labels.ts: ai',
  // The key of a list in answers.
  'core/derive/openapi/components.ts: data',
  'core/derive/openapi/model-schemas.ts: data',
  // An event of streams in Node.
  'db/embedded/initdb.ts: data',
  // An encoding in HTTP.
  'http/api/body.ts: identity',
  // The beginning of a URL.
  'lib/scan-markup.ts: data:image/',
]);

/** The only file that may name modules. It gives the reason for each name. */
const namesFile = 'core/platform-names.ts';

const literalPattern = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

describe('what is below the modules', () => {
  const registry = createRegistry();
  const files = globSync('src/{core,http,db,lib}/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ name: file.slice('src/'.length), text: withoutComments(readFileSync(file, 'utf8')) }));

  it('names no table of a model of a module', () => {
    assert.ok(files.length > 250);
    const tables = new Set(registry.models.map(({ table }) => table));
    const found = files.flatMap(({ name, text }) =>
      [...new Set(text.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? [])]
        .filter((word) => tables.has(word))
        .map((word) => `${name}: ${word}`),
    );
    assert.deepEqual(found, []);
  });

  it('names a module nowhere but in the file for that', () => {
    const keys = registry.modules.map(({ key }) => key).join('|');
    const named = new RegExp(
      `^/?(?:api/)?(?:${keys})(?:$|[.:/])|\\b(?:${keys})(?:[.:](?:[a-z]+[A-Z]|read\\b|write\\b|admin\\b)|/[a-z]+[A-Z])`,
    );
    const found = files
      .filter(({ name }) => name !== namesFile)
      .flatMap(({ name, text }) =>
        [...text.matchAll(literalPattern)]
          .map(([, quoted, template]) => quoted ?? template ?? '')
          .filter((literal) => named.test(literal))
          .map((literal) => `${name}: ${literal}`),
      );
    assert.deepEqual(
      [...new Set(found)].filter((place) => !others.has(place)),
      [],
    );
    assert.deepEqual(
      [...others].filter((place) => !found.includes(place)),
      [],
    );
  });
});
