import type { Grant } from '#core/access/access.ts';
import type { Field } from '#core/fields/field.ts';
import type { Registry } from '#core/models/registry.ts';
import { referenceWords, synonymsOf, wordOf } from './words.ts';

/** What a column contains, by its values. */
export type ContentKind = 'email' | 'phone' | 'url' | 'date' | 'number' | 'boolean' | 'text' | 'empty';

const kinds: readonly (readonly [ContentKind, RegExp])[] = [
  ['email', /^[^\s@,;]{1,64}@[^\s@,;]{1,190}\.[a-z]{2,24}$/i],
  ['url', /^(?:https?:\/\/|www\.)[^\s]{3,500}$/i],
  ['boolean', /^(?:true|false|yes|no|ja|nein|wahr|falsch)$/i],
  ['date', /^(?:\d{4}-\d{2}-\d{2}(?:[T ][\d:.Z+-]{4,30})?|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2}))$/],
  ['number', /^[-(]?[\p{Sc}]? ?\d{1,15}(?:[.,]\d{1,15}){0,8} ?[\p{Sc}%]?\)?$/u],
  ['phone', /^\+?[\d\s()/.-]{6,30}$/],
];

/** The kind that all values have; texts when they have none in common. */
export function contentKind(values: readonly string[]): ContentKind {
  if (values.length === 0) return 'empty';
  return (
    kinds.find(([, pattern]) => values.every((value) => value.length <= 600 && pattern.test(value)))?.[0] ?? 'text'
  );
}

/** A column whose field is to be found. */
export interface UnknownColumn {
  readonly name: string;
  readonly values: readonly string[];
}

interface Candidate {
  /** The value of the mapping: a field, or a field of a referenced record. */
  readonly path: string;
  readonly field: Field;
  readonly words: readonly (readonly string[])[];
}

/** Fields of a model that an import of this caller can set, with the titles that mean them: the surest ones first. */
function candidatesOf(registry: Registry, grant: Grant): Candidate[] {
  const { model } = grant;
  const writable = [...model.writable, ...model.stored.filter(({ behaviour }) => behaviour?.kind === 'autonumber')];
  return [...new Set(writable)].flatMap((field): Candidate[] => {
    const { key, label, type } = field;
    if (grant.hidden.has(key) || grant.readOnly.has(key)) return [];
    const names = [wordOf(key), wordOf(label)];
    const isReference = type.pointsTo && !type.array && field.declared.to !== undefined;
    if (!isReference) return [{ path: key, field, words: [names, synonymsOf(key)] }];
    const { titleField } = registry.target(field);
    const path = titleField === '_id' ? key : `${key}.${key === 'ownerId' ? 'email' : titleField}`;
    const short = wordOf(key.replace(/Id$/, ''));
    return [
      { path: key, field, words: [[wordOf(key)]] },
      {
        path,
        field,
        words: [
          [wordOf(label), short, `${short}name`],
          [...synonymsOf(key), ...(referenceWords[key] ?? [])],
        ],
      },
    ];
  });
}

/** The fields that columns seem to have, by their titles, and then by their values. Each field is used once. */
export function guessColumns(registry: Registry, grant: Grant, columns: readonly UnknownColumn[]): (string | null)[] {
  const candidates = candidatesOf(registry, grant);
  const guessed: (string | null)[] = columns.map(() => null);
  const used = new Set<string>();
  const take = (n: number, { path, field }: Candidate): void => {
    guessed[n] = path;
    used.add(field.key);
  };
  for (const level of [0, 1]) {
    for (const [n, { name }] of columns.entries()) {
      if (guessed[n] !== null) continue;
      const word = wordOf(name);
      if (word === '') continue;
      const found =
        word === 'id' && level === 0
          ? undefined
          : candidates.find(({ field, words }) => !used.has(field.key) && words[level]?.includes(word));
      if (found) take(n, found);
    }
  }
  for (const [n, { name, values }] of columns.entries()) {
    if (guessed[n] !== null) continue;
    if (['id', '_id'].includes(name.toLowerCase()) && values.every((value) => /^[0-9a-f-]{36}$/i.test(value))) {
      if (values.length > 0) guessed[n] = '_id';
      continue;
    }
    const kind = contentKind(values);
    if (kind !== 'email' && kind !== 'url' && kind !== 'phone') continue;
    const found = candidates.find(({ field }) => field.type.name === kind && !used.has(field.key));
    if (found && values.length >= 2) take(n, found);
  }
  return guessed;
}
