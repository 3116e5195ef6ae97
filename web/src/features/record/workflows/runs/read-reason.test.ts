import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { readReason } from './read-reason.ts';
import { reasonPatterns } from './reason-patterns.ts';

const root = new URL('../../../../../../src/modules/marketing/automation/', import.meta.url);
const folders = ['steps', 'running', 'explaining', 'compiling'];

/** Sentences of the server: texts that begin with a capital letter where a reason is given. Placeholders become `x`. */
function sentencesOf(file: URL): string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /\b(?:why|would|reason)(?::|\s=)[^;{}]*?(?:'([A-Z][^'\n]*)'|`((?:\$\{[^`]*?\}|[A-Z“])[^`\n]*)`)/g,
  );
  return [...found].map(([, plain, template]) => plain ?? (template ?? '').replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, 'x'));
}

/** A sentence of a mail, which no page shows, and sentences whose placeholders are words of ours: the patterns have them. */
const elsewhere = [
  'You get this mail because of the workflow “x”.',
  'xx',
  'x x told.',
  'There is nothing to wait for: x has passed.',
];

it('every sentence of the server about a workflow has a text of the console', () => {
  const sentences = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => sentencesOf(new URL(`${folder}/${name}`, root))),
  );
  assert.ok(sentences.length > 60, `${sentences.length} sentences were found`);
  const unknown = sentences.filter((one) => !elsewhere.includes(one) && readReason(one) === undefined);
  assert.deepEqual(unknown, [], 'add them to reason-patterns.ts and to the locales');
});

it('a sentence is read with its values, by the pattern that says most', () => {
  assert.deepEqual(readReason('Waits for email.opened until 2026-11-20T09:00:00.000Z at the latest.'), {
    name: 'waitsForEventUntil',
    values: { event: 'email.opened', time: '2026-11-20T09:00:00.000Z' },
  });
  assert.deepEqual(readReason('The record is in the workflow at the step mail. The time has come.'), {
    name: 'recordInWorkflow',
    values: { step: 'mail', why: 'The time has come.' },
  });
  assert.equal(readReason('Handled'), undefined);
  assert.equal(readReason(''), undefined);
});

it('each pattern is recognised as itself', () => {
  for (const [name, pattern] of Object.entries(reasonPatterns))
    assert.equal(readReason(pattern.replace(/\{(\w+)\}/g, 'x'))?.name, name, pattern);
});
