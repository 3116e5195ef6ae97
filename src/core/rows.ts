import { inTenant, type Params } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import { SizedLruMap } from '#lib/lru.ts';
import type { Grant } from './access.ts';
import type { Field } from './fields/field.ts';
import { isTenantModel, type Model, modelNumber } from './model.ts';

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
 * that a change of membership counts from the next statement on. The subquery is an array because PostgreSQL then runs it
 * once and looks the owners up in the index. The text is the same for every caller of the same reach: statements that
 * hold it stay prepared.
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
 * Statements are written from these all the time; each text is made once for a model and an alias. Texts of models that a
 * tenant extended or made are bounded in all: each has 2 to 15 KB, and there are as many as there are such models.
 */
export function madeOnce(make: (model: Model, alias: string) => string): (model: Model, alias: string) => string {
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
export const recordJson = madeOnce((model, alias) => jsonObject(model.fields.values(), alias));

/** SQL of a record as its events keep it: without its secrets, not even whether they are set. */
export const eventJson = madeOnce((model, alias) =>
  holdsSecrets(model)
    ? jsonObject(
        [...model.fields.values()].filter((field) => !field.type.seal),
        alias,
      )
    : recordJson(model, alias),
);

export const holdsSecrets = (model: Model): boolean => model.stored.some((field) => field.type.seal !== undefined);

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

/** What `q` searches. The stored vector, unless it holds a field that this caller must not search or lacks one. */
export function searchVector({ model, hidden }: Grant, alias: string): string | undefined {
  const fields = model.searchable.filter((field) => !hidden.has(field.key));
  if (fields.length === 0) return undefined;
  const stored = fields.length === model.searchable.length && fields.every((field) => field.column !== null);
  return stored ? `${alias}.search` : searchExpression(fields, alias);
}

const marks = `!"#$%&'()*+,-./:;<=>?@[\\]^_{|}~\``;

/**
 * Words of the searchable fields. Marks inside addresses and numbers become blanks, so that each part of
 * jane@example.com is a word of its own; long texts are searched in their first ten thousand characters.
 */
export function searchExpression(fields: readonly Field[], alias?: string): string {
  const texts = fields.map((field) => {
    // One generated column cannot read another: the vector of the table repeats its expression.
    const value = alias === undefined ? (field.declared.generated ?? `"${field.column}"`) : field.sql(alias);
    return field.type.array ? `coalesce(left(words_of(${value}), 10000), '')` : `coalesce(left(${value}, 10000), '')`;
  });
  return `to_tsvector('pg_catalog.simple'::regconfig, translate(${texts.join(` || ' ' || `)}, '${marks.replace("'", "''")}', '${' '.repeat(marks.length)}'))`;
}
