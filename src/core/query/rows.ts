import { inTenant, type Params } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import { SizedLruMap } from '#lib/lru.ts';
import type { Grant } from '../access/access.ts';
import type { Field } from '../fields/field.ts';
import { isTenantModel, type Model, modelNumber } from '../models/model.ts';

/** How the rows of a model are read in SQL. Tenants' own models share a table, and nobody else needs to know. */

export const tableAs = (model: Model, alias: string): string => `${model.table} ${alias}`;

const ofModel = (model: Model, alias: string): string =>
  model.customId ? ` and ${alias}.model_id = '${model.customId}'::uuid` : '';

/** For statements that bring `scope` along. */
export const scopedRows = (model: Model, alias: string): string => `${inTenant(alias)}${ofModel(model, alias)}`;

/** For statements inside a transaction, where the tenant is set already. */
export const tenantRows = (model: Model, alias: string): string =>
  `${alias}.tenant_id = $1::bigint${ofModel(model, alias)}`;

/** Whose records a permission opens. */
type Reaching = Pick<Grant, 'reach' | 'userId'>;

/**
 * SQL of whether an owner is within reach, for statements that bring `scope` along. Members of teams are read here, so
 * that a change of membership counts from the next statement on. The subquery is an array because PostgreSQL then runs
 * it once and looks the owners up in the index. The text is the same for every caller of the same reach: statements
 * that hold it stay prepared.
 */
export function ownerWithinReach(
  { reach, userId }: Reaching,
  owner: string,
  params: Params,
  type: 'uuid' | 'text' = 'uuid',
): string {
  if (reach === 'all') return 'true';
  const user = params.add(userId, 'uuid');
  if (reach === 'own') return `${owner} = ${user}${type === 'text' ? '::text' : ''}`;
  return `${owner} = any(array(select ${user} union ${teamMates(user)})${type === 'text' ? '::text[]' : ''})`;
}

/** SQL of the ids of all members of a user's teams. */
const teamMates = (user: string): string =>
  `select peer.user_id from identity_team_users me
    join identity_team_users peer on peer.tenant_id = me.tenant_id and peer.team_id = me.team_id
    where ${inTenant('me')} and ${inTenant('peer')} and me.user_id = ${user}`;

/** The part of `where` that keeps a narrowed caller to the records within reach. */
export const withinReach = (grant: Grant, alias: string, params: Params): string =>
  grant.reach === 'all' ? '' : ` and ${ownerWithinReach(grant, grant.model.ownerField.sql(alias), params)}`;

const jsonObject = (fields: Iterable<Field>, alias: string): string => {
  const columns = Array.from(fields, (field) => `${field.json(alias)} as "${field.key}"`);
  return `(select row_to_json(r) from (select ${columns.join(', ')}) r)`;
};

const tenantTextBytes = 4_000_000;

/**
 * Statements are written from these all the time; each text is made once for a model and an alias. Texts of models that
 * a tenant extended or made are orderedComparison in all: each has 2 to 15 KB, and there are as many as there are such
 * models.
 */
export function cachedPerModel(make: (model: Model, alias: string) => string): (model: Model, alias: string) => string {
  const texts = new WeakMap<Model, Map<string, string>>();
  const tenantTexts = new SizedLruMap<string, string>(tenantTextBytes);
  return (model, alias) => {
    if (isTenantModel(model)) {
      const key = `${modelNumber(model)} ${alias}`;
      const known = tenantTexts.get(key);
      if (known !== undefined) return known;
      const sql = make(model, alias);
      tenantTexts.set(key, sql, sql.length + key.length);
      return sql;
    }
    let byAlias = texts.get(model);
    if (!byAlias) {
      byAlias = new Map();
      texts.set(model, byAlias);
    }
    let sql = byAlias.get(alias);
    if (sql === undefined) {
      sql = make(model, alias);
      byAlias.set(alias, sql);
    }
    return sql;
  };
}

/** SQL of a record's JSON: the whole of it, as answers show it. */
export const recordJson = cachedPerModel((model, alias) => jsonObject(model.fields.values(), alias));

/** SQL of a record as its events keep it: without its secrets, not even whether they are set, and computed fields. */
export const eventJson = cachedPerModel((model, alias) =>
  eventsOmitFields(model)
    ? jsonObject(
        [...model.fields.values()].filter((field) => !isAbsentFromEvents(field)),
        alias,
      )
    : recordJson(model, alias),
);

/** Whether events do not have it: secrets, and what is no part of the row. */
export const isAbsentFromEvents = ({ type, declared }: Field): boolean =>
  type.seal !== undefined || declared.computed !== undefined;

/** Whether answers show fields that events do not have. */
export function eventsOmitFields({ fields }: Model): boolean {
  for (const field of fields.values()) if (isAbsentFromEvents(field)) return true;
  return false;
}

/** SQL of what a caller sees of a record, or of the fields asked for. */
export function visibleJson({ model, hidden }: Grant, alias: string, only?: ReadonlySet<string>): string {
  if (hidden.size === 0 && only === undefined) return recordJson(model, alias);
  const fields = [...model.fields.values()].filter(
    ({ key }) => !hidden.has(key) && (only === undefined || key === '_id' || only.has(key)),
  );
  return jsonObject(fields, alias);
}

/** Leaves hidden fields out of a record that was read whole. */
export function stripHidden(json: string, { hidden }: Pick<Grant, 'hidden'>): string {
  if (hidden.size === 0) return json;
  const record = parseJson(json) as Record<string, unknown>;
  for (const key of hidden) delete record[key];
  return JSON.stringify(record);
}

/** Each word as the beginning of one. Words hold letters and digits only, so they cannot be tsquery syntax. */
const prefixQuery = (words: readonly string[], params: Params): string =>
  `to_tsquery('pg_catalog.simple'::regconfig, ${params.add(words.map((word) => `${word}:*`).join(' & '), 'text')})`;

/**
 * SQL of whether a vector matches a text query. The condition is written twice. Of a word that its statistics do not
 * list, PostgreSQL assumes that it is in 0.5 % of the rows (a prefix in 2 %), expects to meet a page of matches soon
 * when it reads the rows in the order of the list, and reads a million to find twenty: 2.4 s. Together the two are
 * assumed to match few rows, so the index is used: 1 ms. A common word is in the statistics and is still found by
 * reading in order.
 */
export const matchesText = (vector: string, query: string): string => `${vector} @@ ${query} and ${vector} @@ ${query}`;

/** What `q` means: each word begins one of the record's, in the fields that this caller may search. */
export function searchCondition(
  { model, hidden }: Grant,
  alias: string,
  words: readonly string[],
  params: Params,
): string {
  const fields = model.searchable.filter((field) => !hidden.has(field.key));
  if (fields.length === 0 || words.length === 0) return 'false';
  const own = fields.flatMap(({ customId }) => customId ?? []);
  const vector = declaredVector(model, fields, alias);
  if (own.length === 0) return matchesText(String(vector), prefixQuery(words, params));
  const ids = params.add(own.map(wordPrefix), 'text[]');
  // Word by word, because one may stand in a declared field and the next in one of the tenant's.
  const each = words.map((word) => {
    const inOwn = matchesText(`${alias}.custom_search`, `custom_query(${ids}, ${params.add(word, 'text')})`);
    return vector ? `(${matchesText(vector, prefixQuery([word], params))} or ${inOwn})` : inOwn;
  });
  return each.join(' and ');
}

/** How the words of a tenant's own field begin in `custom_search`. */
export const wordPrefix = (customId: string): string => customId.slice(-12);

/** Words of the declared fields. The stored vector, unless it holds a field that this caller must not search. */
function declaredVector(model: Model, fields: readonly Field[], alias: string): string | undefined {
  const declared = fields.filter((field) => field.column !== null);
  if (declared.length === 0) return undefined;
  const all = model.searchable.filter((field) => field.column !== null);
  return declared.length === all.length ? `${alias}.search` : searchExpression(declared, alias);
}

const separators = `!"#$%&'()*+,-./:;<=>?@[\\]^_{|}~\``;
/** SQL of the characters that separate words, and of as many blanks. */
export const marks = `'${separators.replace("'", "''")}'`;
export const blanks = `'${' '.repeat(separators.length)}'`;

/** How much of a text is searched, and which addresses of a tenant's own fields are kept whole. */
export const wordsInText = { longest: 10_000, longestValue: 500 } as const;

/**
 * Words of the searchable fields. Marks inside addresses and numbers become blanks, so that each part of
 * jane@example.com is a word of its own; long texts are searched in their first ten thousand characters.
 */
export function searchExpression(fields: readonly Field[], alias?: string): string {
  const texts = fields.map((field) => {
    // One generated column cannot read another: the vector of the table repeats its expression.
    const value = alias === undefined ? (field.declared.generated ?? `"${field.column}"`) : field.sql(alias);
    const words = field.type.array ? `words_of(${value})` : value;
    return `coalesce(left(${words}, ${wordsInText.longest}), '')`;
  });
  return `to_tsvector('pg_catalog.simple'::regconfig, translate(${texts.join(` || ' ' || `)}, ${marks}, ${blanks}))`;
}
