import { inTenant, type ParamSink } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import { SizedLruMap } from '#lib/lru.ts';
import type { AudienceLimit, Grant } from '../access/access.ts';
import type { Field } from '../fields/field.ts';
import { isTenantModel, type Model, modelNumber, tableNamed } from '../models/model.ts';
import { platformModels } from '../platform-names.ts';

/** SQL that reads the rows of a model. Only this file handles the table that custom models share. */

export const tableAs = (model: Model, alias: string): string => `${model.table} ${alias}`;

const ofModel = (model: Model, alias: string): string =>
  model.customId ? ` and ${alias}.model_id = '${model.customId}'::uuid` : '';

/** The condition for statements that set the tenant themselves, with `scope`. */
export const scopedRows = (model: Model, alias: string): string => `${inTenant(alias)}${ofModel(model, alias)}`;

/** The condition for statements in a transaction, where the tenant is already set. */
export const tenantRows = (model: Model, alias: string): string =>
  `${alias}.tenant_id = $1::bigint${ofModel(model, alias)}`;

/** The condition for rows of the tenant of another row, for subqueries that read records connected with that row. */
export const rowsBeside = (model: Model, alias: string, other: string): string =>
  `${alias}.tenant_id = ${other}.tenant_id${ofModel(model, alias)}`;

/**
 * SQL that is true when an owner is within reach, for statements that set the tenant with `scope`. It reads team
 * members from the tables, so that a change of membership takes effect in the next statement. The subquery is an array,
 * so that PostgreSQL runs it once and finds the owners by index. Callers with the same reach share the text, so
 * statements that contain it stay prepared.
 */
export function ownerWithinReach(
  { reach, userId }: Pick<Grant, 'reach' | 'userId'>,
  owner: string,
  params: ParamSink,
  type: 'uuid' | 'text' = 'uuid',
): string {
  if (reach === 'all') return 'true';
  const user = params.add(userId, 'uuid');
  if (reach === 'own') return `${owner} = ${user}${type === 'text' ? '::text' : ''}`;
  return `${owner} = any(array(${membersOf(user)})${type === 'text' ? '::text[]' : ''})`;
}

/** SQL of the ids of a user and of all members of the user's teams. */
export const membersOf = (user: string): string => `select ${user} union ${teamMates(user)}`;

const teamMembers = tableNamed(platformModels.teamMembers);

/** SQL of the user ids of all members of a user's teams. */
const teamMates = (user: string): string =>
  `select peer.user_id from ${teamMembers} me
    join ${teamMembers} peer on peer.tenant_id = me.tenant_id and peer.team_id = me.team_id
    where ${inTenant('me')} and ${inTenant('peer')} and me.user_id = ${user}`;

/** The part of `where` that limits a narrowed caller to records within reach and with the caller in their audience. */
export const withinReach = (grant: Grant, alias: string, params: ParamSink): string =>
  `${grant.reach === 'all' ? '' : ` and ${ownerWithinReach(grant, grant.model.ownerField.sql(alias), params)}`}${withinAudience(grant, alias, params)}`;

/** The part of `where` that excludes records whose audience does not include the caller. */
export const withinAudience = ({ model, audience }: Grant, alias: string, params: ParamSink): string =>
  audience === undefined ? '' : ` and ${audienceSql(model, audience, (field) => field.sql(alias), params)}`;

/** The same for a record in an event. `json` is SQL of its JSON. */
export const eventWithinAudience = ({ model, audience }: Grant, json: string, params: ParamSink): string =>
  audience === undefined
    ? ''
    : ` and ${audienceSql(model, audience, ({ type, key }) => type.fromJson(`(${json}->'${key}')::jsonb`), params)}`;

function audienceSql(model: Model, limit: AudienceLimit, sqlOf: (field: Field) => string, params: ParamSink): string {
  const { declared, userId, roles } = limit;
  const fieldOf = (key: string): Field => {
    const field = model.fields.get(key);
    if (!field) throw new Error(`${model.name} has no field ${key}`);
    return field;
  };
  const column = (key: string): string => sqlOf(fieldOf(key));
  const user = params.add(userId, 'uuid');
  const teams = `array(${teamsOf(user)})`;
  const conditions: string[] = [];
  if (declared.shared) conditions.push(`${column(declared.shared)} is true`);
  const lists = [declared.roles, declared.teams].flatMap((key) => (key === undefined ? [] : [column(key)]));
  if (lists.length > 0) {
    const open = lists.map((list) => `coalesce(cardinality(${list}), 0) = 0`).join(' and ');
    const ofRole = declared.roles ? ` or ${column(declared.roles)} && ${params.add(roles, 'text[]')}` : '';
    const ofTeam = declared.teams ? ` or ${column(declared.teams)} && ${teams}` : '';
    conditions.push(`(${open}${ofRole}${ofTeam})`);
  }
  if (declared.visibility) {
    const visibility = column(declared.visibility);
    const ofTeam = declared.team ? ` or ${visibility} = 'team' and ${column(declared.team)} = any(${teams})` : '';
    const linked = declared.linked ? linkedSql(limit, column(declared.linked.key), params) : undefined;
    const ofLinked = linked === undefined ? '' : ` or ${visibility} = 'linked' and ${linked}`;
    conditions.push(`(coalesce(${visibility}, 'everyone') = 'everyone'${ofTeam}${ofLinked})`);
  }
  const users = (declared.users ?? []).map((key) =>
    fieldOf(key).type.array ? `${user} = any(${column(key)})` : `${column(key)} = ${user}`,
  );
  const ofTeams = declared.viewerTeams ? [`${column(declared.viewerTeams)} && ${teams}`] : [];
  const others = conditions.length > 0 ? [`(${conditions.join(' and ')})`] : [];
  return `(${[...users, ...ofTeams, ...others].join(' or ') || 'false'})`;
}

/** SQL that is true when the caller may read the linked record; undefined when the caller may read none. */
export function linkedSql(
  { declared: { linked }, linkedReach, userId }: AudienceLimit,
  id: string,
  params: ParamSink,
): string | undefined {
  if (!linked || linkedReach === undefined) return undefined;
  if (linkedReach === 'all') return `${id} is not null`;
  const within = ownerWithinReach({ reach: linkedReach, userId }, 'l.owner_id', params);
  return `exists (select from ${tableNamed(linked.model)} l where ${inTenant('l')} and l.id = ${id} and ${within})`;
}

/** SQL of the ids of a user's teams. */
export const teamsOf = (user: string): string =>
  `select m.team_id from ${teamMembers} m where ${inTenant('m')} and m.user_id = ${user}`;

const jsonObject = (fields: Iterable<Field>, alias: string): string =>
  jsonOf(Array.from(fields, (field) => [field.key, field.json(alias)] as const));

/** SQL of a JSON object of these values, given as pairs of a key and SQL. */
export const jsonOf = (values: readonly (readonly [string, string])[]): string =>
  `(select row_to_json(r) from (select ${values.map(([key, sql]) => `${sql} as "${key}"`).join(', ')}) r)`;

const maxTenantTextBytes = 4_000_000;

/**
 * Caches SQL text per model and alias, because every statement needs it. Texts of models that a tenant extended or
 * created share a size limit: each has 2 to 15 KB, and the number of such models is unlimited.
 */
export function cachedPerModel(
  build: (model: Model, alias: string) => string,
): (model: Model, alias: string) => string {
  const texts = new WeakMap<Model, Map<string, string>>();
  const tenantTexts = new SizedLruMap<string, string>(maxTenantTextBytes);
  return (model, alias) => {
    if (isTenantModel(model)) {
      const key = `${modelNumber(model)} ${alias}`;
      const cached = tenantTexts.get(key);
      if (cached !== undefined) return cached;
      const sql = build(model, alias);
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
      sql = build(model, alias);
      byAlias.set(alias, sql);
    }
    return sql;
  };
}

/** SQL of a record's JSON with all fields, as in responses. */
export const recordJson = cachedPerModel((model, alias) => jsonObject(model.fields.values(), alias));

/**
 * SQL of a record's JSON as events store it: without computed and unlogged fields, and without secrets or their state.
 */
export const eventJson = cachedPerModel((model, alias) =>
  eventsOmitFields(model)
    ? jsonObject(
        [...model.fields.values()].filter((field) => !isAbsentFromEvents(field)),
        alias,
      )
    : recordJson(model, alias),
);

/** True for secrets, computed and unlogged fields, and values that depend on the time, which events do not store. */
export const isAbsentFromEvents = ({ type, declared, derived }: Field): boolean =>
  type.seal !== undefined ||
  declared.computed !== undefined ||
  declared.unlogged === true ||
  derived?.usesTime === true;

/** True when responses contain fields of the model that events do not store. */
export function eventsOmitFields({ fields }: Model): boolean {
  for (const field of fields.values()) if (isAbsentFromEvents(field)) return true;
  return false;
}

/** SQL of a record's JSON with the fields that the caller may see, or only those in `only`. */
export function visibleJson({ model, hidden }: Grant, alias: string, only?: ReadonlySet<string>): string {
  if (hidden.size === 0 && only === undefined) return recordJson(model, alias);
  const fields = [...model.fields.values()].filter(
    ({ key }) => !hidden.has(key) && (only === undefined || key === '_id' || only.has(key)),
  );
  return jsonObject(fields, alias);
}

/** Removes hidden fields from a complete record. */
export function stripHidden(json: string, { hidden }: Pick<Grant, 'hidden'>): string {
  if (hidden.size === 0) return json;
  const record = parseJson(json) as Record<string, unknown>;
  for (const key of hidden) delete record[key];
  return JSON.stringify(record);
}
