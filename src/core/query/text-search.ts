import type { Params } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';

/** Full-text search in SQL: the vectors that are stored, and the conditions that search them. */

/** Matches words by prefix. The input words have letters and digits only, so they cannot contain tsquery syntax. */
const prefixQuery = (words: readonly string[], params: Params): string =>
  `to_tsquery('pg_catalog.simple'::regconfig, ${params.add(words.map((word) => `${word}:*`).join(' & '), 'text')})`;

/**
 * SQL of whether a vector matches a text query. The condition is repeated to lower the planner's estimate. PostgreSQL
 * assumes that a word which is not in its statistics is in 0.5 % of the rows (a prefix in 2 %). It then reads rows in
 * list order, expecting a page of matches soon, and reads a million to find twenty: 2.4 s. For both conditions it
 * assumes few matches and uses the index: 1 ms. A common word is in the statistics and is still found in list order.
 */
export const matchesText = (vector: string, query: string): string => `${vector} @@ ${query} and ${vector} @@ ${query}`;

/** The condition of `q`: each word is the prefix of a word of the record, in the fields that the caller may search. */
export function searchCondition(
  { model, hidden }: Grant,
  alias: string,
  words: readonly string[],
  params: Params,
): string {
  const fields = model.searchable.filter((field) => !hidden.has(field.key));
  if (fields.length === 0 || words.length === 0) return 'false';
  const customIds = fields.flatMap(({ customId }) => customId ?? []);
  const vector = declaredVector(model, fields, alias);
  if (customIds.length === 0) return matchesText(String(vector), prefixQuery(words, params));
  const prefixes = params.add(customIds.map(wordPrefix), 'text[]');
  // One condition per word, because one word may be in a declared field and another in a custom field.
  const conditions = words.map((word) => {
    const inCustom = matchesText(`${alias}.custom_search`, `custom_query(${prefixes}, ${params.add(word, 'text')})`);
    return vector ? `(${matchesText(vector, prefixQuery([word], params))} or ${inCustom})` : inCustom;
  });
  return conditions.join(' and ');
}

/** The prefix of a custom field's words in the column `custom_search`. */
export const wordPrefix = (customId: string): string => customId.slice(-12);

/** The vector of the declared fields: the stored one, unless it includes a field that the caller may not search. */
function declaredVector(model: Model, fields: readonly Field[], alias: string): string | undefined {
  const declared = fields.filter((field) => field.column !== null);
  if (declared.length === 0) return undefined;
  const all = model.searchable.filter((field) => field.column !== null);
  return declared.length === all.length ? `${alias}.search` : searchExpression(declared, alias);
}

const separators = `!"#$%&'()*+,-./:;<=>?@[\\]^_{|}~\``;
/** SQL of the characters that separate words, and of the same number of blanksSql: arguments of `translate`. */
export const separatorsSql = `'${separators.replace("'", "''")}'`;
export const blanksSql = `'${' '.repeat(separators.length)}'`;

/** Characters of a text that are searched, and of an address in a custom field that is also stored as one word. */
export const searchLimits = { maxTextLength: 10_000, maxValueLength: 500 } as const;

/**
 * The vector of the searchable fields. Punctuation inside addresses and numbers becomes blanksSql, so that each part of
 * jane@example.com is a separate word. Only the first ten thousand characters of a text are searched.
 */
export function searchExpression(fields: readonly Field[], alias?: string): string {
  const texts = fields.map((field) => {
    // A generated column cannot read another one, so the stored vector repeats the expression of a generated field.
    const value = alias === undefined ? (field.declared.generated ?? `"${field.column}"`) : field.sql(alias);
    const words = field.type.array ? `words_of(${value})` : value;
    return `coalesce(left(${words}, ${searchLimits.maxTextLength}), '')`;
  });
  return `to_tsvector('pg_catalog.simple'::regconfig, translate(${texts.join(` || ' ' || `)}, ${separatorsSql}, ${blanksSql}))`;
}
