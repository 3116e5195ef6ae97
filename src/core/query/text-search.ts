import { inTenant, type Params } from '#db/params.ts';
import type { Grant } from '../access/access.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { scopedRows, tableAs, withinReach } from './rows.ts';

/** Full-text search in SQL: the stored vectors, and the conditions that search them. */

/** Matches words by prefix. The input words contain only letters and digits, so they cannot contain tsquery syntax. */
const prefixQuery = (words: readonly string[], params: Params): string =>
  `to_tsquery('pg_catalog.simple'::regconfig, ${params.add(words.map((word) => `${word}:*`).join(' & '), 'text')})`;

/**
 * SQL that is true when a vector matches a text query. The condition is repeated to lower the planner's estimate.
 * PostgreSQL assumes that a word without statistics is in 0.5 % of the rows (a prefix in 2 %). It then reads rows in
 * list order, expecting a page of matches soon, and reads a million to find twenty: 2.4 s. For both conditions it
 * assumes few matches and uses the index: 1 ms. A common word is in the statistics and is still found in list order.
 */
export const matchesText = (vector: string, query: string): string => `${vector} @@ ${query} and ${vector} @@ ${query}`;

/** The parsed search of `q`. */
export interface TextSearch {
  /** Each is the prefix of a word of the record. Without words, nothing matches. */
  readonly words: readonly string[];
  /**
   * The grant for the records that are searched too (`searchedThrough`). Undefined when the caller may not read them.
   */
  readonly through?: Grant;
}

/**
 * The condition of `q` on the fields that the caller may search. Words in other tables are matched by id, because
 * PostgreSQL would evaluate an `or` of conditions for every record.
 */
export function searchCondition(grant: Grant, alias: string, { words, through }: TextSearch, params: Params): string {
  const further =
    words.length === 0 ? [] : [wordsApart(grant, words, params), referrers(grant, through, words, params)];
  const ids = further.filter((sql) => sql !== undefined);
  if (ids.length === 0) return ownWords(grant, alias, words, params);
  const { model } = grant;
  const own = newest(
    `select f.id from ${tableAs(model, 'f')} where ${scopedRows(model, 'f')} and ${ownWords(grant, 'f', words, params)}`,
  );
  return `${alias}.id in (${[own, ...ids].join(' union all ')})`;
}

/**
 * Limits a very common word to the newest records; ids begin with their time. Finding a record by its id takes ten
 * times as long as matching it: a word in 90,000 mails took a second, and takes a quarter of that with this limit.
 */
const newest = (ids: string): string => `(${ids} order by 1 desc limit ${maxFoundApart})`;
/** More than a list counts, so that its total is not exact. */
const maxFoundApart = 10_001;

/**
 * The table with the words of a model's long texts and of its searchable fields, because the words of `q` may be in
 * different fields.
 */
export const wordsTable = ({ table }: Model): string => `${table}_words`;

/**
 * SQL of the part of the vector in that table that comes from the searchable fields. The module adds the part of the
 * long texts.
 */
export const wordsExpression = (model: Model, alias: string): string =>
  searchExpression(declaredOf(model.searchable), alias);

const declaredOf = (fields: readonly Field[]): Field[] => fields.filter((field) => field.column !== null);

/**
 * Ids of records by their long texts. Undefined when the model has none, or the caller may not see one of the fields.
 */
function wordsApart({ model, hidden }: Grant, words: readonly string[], params: Params): string | undefined {
  if (model.wordsApart.length === 0) return undefined;
  const keys = [...declaredOf(model.searchable).map(({ key }) => key), ...model.wordsApart];
  if (keys.some((key) => hidden.has(key))) return undefined;
  const matches = matchesText('w.words', prefixQuery(words, params));
  return newest(`select w.id from ${wordsTable(model)} w where ${inTenant('w')} and ${matches}`);
}

/** Ids of the records that matching records of another model reference. */
function referrers(
  { model: { searchedThrough } }: Grant,
  through: Grant | undefined,
  words: readonly string[],
  params: Params,
): string | undefined {
  if (!searchedThrough || !through || through.hidden.has(searchedThrough.reference)) return undefined;
  const reference = through.model.fields.get(searchedThrough.reference)?.sql('r');
  if (reference === undefined) throw new Error(`${through.model.name} has no field ${searchedThrough.reference}`);
  const matching = `${scopedRows(through.model, 'r')}${withinReach(through, 'r', params)} and ${searchCondition(through, 'r', { words }, params)}`;
  return `select ${reference} from ${tableAs(through.model, 'r')} where ${matching} and ${reference} is not null`;
}

function ownWords({ model, hidden }: Grant, alias: string, words: readonly string[], params: Params): string {
  const fields = model.searchable.filter((field) => !hidden.has(field.key));
  if (fields.length === 0 || words.length === 0) return 'false';
  const customIds = fields.flatMap(({ customId }) => customId ?? []);
  const vector = declaredVector(model, fields, alias);
  if (customIds.length === 0) return matchesText(String(vector), prefixQuery(words, params));
  const prefixes = params.add(customIds.map(wordPrefix), 'text[]');
  // Use one condition per word, because one word may be in a declared field and another in a custom field.
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
  const declared = declaredOf(fields);
  if (declared.length === 0) return undefined;
  const all = declaredOf(model.searchable);
  return declared.length === all.length ? `${alias}.search` : searchExpression(declared, alias);
}

const separators = `!"#$%&'()*+,-./:;<=>?@[\\]^_{|}~\``;
/** SQL of the characters that separate words, and of the same number of blanks: arguments of `translate`. */
export const separatorsSql = `'${separators.replace("'", "''")}'`;
export const blanksSql = `'${' '.repeat(separators.length)}'`;

/**
 * The maximum of searched characters of a text, and of an address in a custom field that is also stored as one word.
 */
export const searchLimits = { maxTextLength: 10_000, maxValueLength: 500 } as const;

/**
 * The vector of the searchable fields. Punctuation in addresses and numbers becomes blanks, so that each part of
 * jane@example.com is a separate word. Only the first ten thousand characters of a text are searched.
 */
export function searchExpression(fields: readonly Field[], alias?: string): string {
  const texts = fields.map((field) => {
    // A generated column cannot read another one, so the stored vector repeats the expression of a generated field.
    const value = alias === undefined ? (field.declared.generated ?? `"${field.column}"`) : field.sql(alias);
    const words = field.type.array ? `words_of(${value})` : value;
    return `coalesce(left(${words}, ${searchLimits.maxTextLength}), '')`;
  });
  return vectorOf(texts.join(` || ' ' || `));
}

/** SQL of the vector of a text. */
export const vectorOf = (text: string): string =>
  `to_tsvector('pg_catalog.simple'::regconfig, translate(${text}, ${separatorsSql}, ${blanksSql}))`;
