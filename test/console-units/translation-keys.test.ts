import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createRegistry, modules } from '../../src/app.ts';
import { viaKinds } from '../../src/core/context.ts';
import { fieldTypes } from '../../src/core/fields/index.ts';

/**
 * Checks that every text that the console requests exists. The test of the German texts checks that both languages have
 * the same keys.
 */

const web = new URL('../../web/src/', import.meta.url);
const languages = ['en', 'de'];

/** Replaces the values of a template in a key. */
const hole = '<…>';

type Texts = { readonly [key: string]: string | Texts };

function keysIn(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [prefix + key] : keysIn(text, `${prefix}${key}.`),
  );
}

/** The keys of a language by namespace. Plural forms count as the key itself. */
function readKeys(language: string): Map<string, Set<string>> {
  const folder = new URL(`locales/${language}/`, web);
  return new Map(
    readdirSync(folder).map((file) => {
      const keys = keysIn(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
      const plain = keys.map((key) => key.replace(/_(?:zero|one|two|few|many|other)$/, ''));
      return [file.replace('.json', ''), new Set([...keys, ...plain])];
    }),
  );
}

const known = new Map(languages.map((language) => [language, readKeys(language)]));

interface Use {
  readonly file: string;
  /** The namespaces to search for the key, unless the key names one. */
  readonly namespaces: readonly string[];
  /** The key. A template has `hole` in place of its values. */
  readonly key: string;
}

/** Matches `a.${b}` with one level of braces inside. */
const template = /`((?:[^`$]|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^}]*\})*\})*)`/;
/** Matches calls of `t`, except those that request a group of texts. */
const call = new RegExp(`\\bt\\(\\s*(?:'([^'\\n]+)'|${template.source})(?!, \\{ returnObjects)`, 'g');
const choice = /\bt\(\s*[^'`\n()]+\?\s*'([^'\n]+)'\s*:\s*'([^'\n]+)'/g;

function usesIn(file: string): Use[] {
  const source = readFileSync(new URL(file, web), 'utf8');
  const named = [...source.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, given = '']) =>
    given.trim() === '' ? ['common'] : [...given.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
  );
  const keys = [
    ...[...source.matchAll(call)].map(([, plain, made]) => plain ?? made?.replaceAll(/\$\{[^}]*\}+/g, hole) ?? ''),
    ...[...source.matchAll(choice)].flatMap(([, one = '', other = '']) => [one, other]),
  ];
  // A file that gets `t` from its caller does not name the namespace.
  const namespaces = named.length > 0 ? [...new Set(named)] : [...(known.get('en')?.keys() ?? [])];
  return keys.map((key) => ({ file, namespaces, key }));
}

const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$/.test(file),
);
const uses = files.flatMap(usesIn);

function lookUp(language: string, { namespaces, key }: Use, matches: (keys: Set<string>, key: string) => boolean) {
  const [, named, rest] = /^([a-z-]+):(.*)$/.exec(key) ?? [];
  const looked = named === undefined ? namespaces : [named];
  return looked.some((name) => {
    const keys = known.get(language)?.get(name);
    return keys !== undefined && matches(keys, rest ?? key);
  });
}

const isTemplate = ({ key }: Use): boolean => key.includes(hole);

function matchesTemplate(keys: Set<string>, key: string): boolean {
  const parts = key.split(hole).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.+')}$`);
  return [...keys].some((one) => pattern.test(one));
}

const optionsOf = (model: string, field: string): readonly string[] => {
  const options = createRegistry().named(model)?.fields.get(field)?.options;
  assert.ok(options, `${model}.${field} has no options`);
  return options.map(({ value }) => value);
};

/** Keys that contain values of the server, which decides what values there are. */
const fromServer: readonly (readonly [namespace: string, prefix: string, values: readonly string[]])[] = [
  ['record', 'timeline.via.', viaKinds],
  ['admin', 'jobs.names.', modules.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name))],
  ['admin', 'fields.types.', Object.keys(fieldTypes)],
  ['admin', 'modules.', modules.filter(({ models = [] }) => models.length > 0).map(({ key }) => key)],
  ['inbox', 'state.', optionsOf('communications.conversations', 'status')],
  ['marketing-social', 'state.', optionsOf('marketing.socialConnections', 'status')],
  ['mailboxes', 'status.', optionsOf('communications.mailboxConnections', 'status')],
];

describe('the console', () => {
  for (const language of languages) {
    it(`has a text for every key that it names (${language})`, () => {
      const missing = uses
        .filter((use) => !isTemplate(use))
        .filter((use) => !lookUp(language, use, (keys, key) => keys.has(key)))
        .map(({ file, key }) => `${file}: ${key}`);
      assert.ok(uses.length > 1500, `only ${uses.length} keys were found: the search of this test is wrong`);
      assert.deepEqual(missing, []);
    });

    it(`has a text for every kind of key that it makes (${language})`, () => {
      const missing = uses
        .filter(isTemplate)
        .filter((use) => !use.key.startsWith(hole) && !use.key.includes(`:${hole}`))
        .filter((use) => !lookUp(language, use, matchesTemplate))
        .map(({ file, key }) => `${file}: ${key}`);
      assert.deepEqual(missing, []);
    });

    it(`has a text for every value of the server that it makes a key of (${language})`, () => {
      const missing = fromServer.flatMap(([namespace, prefix, values]) =>
        values
          .map((value) => `${prefix}${value}`)
          .filter((key) => !known.get(language)?.get(namespace)?.has(key))
          .map((key) => `${namespace}: ${key}`),
      );
      assert.deepEqual(missing, []);
    });
  }
});
