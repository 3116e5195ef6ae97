import { Params, scoped } from '../../db/params.ts';
import type { AudienceLimit, Grant } from '../access/access.ts';
import { type Context, queryable } from '../context.ts';
import type { JsonValue } from '../fields/field.ts';
import { linkedSql, ownerWithinReach, scopedRows, tableAs, teamsOf, withinReach } from './rows.ts';

/** True when a grant covers the records of an owner. Only `:team` needs a query. */
export async function reachesOwner(context: Context, grant: Grant, owner: JsonValue | undefined): Promise<boolean> {
  const { reach, userId } = grant;
  if (reach === 'all') return true;
  if (typeof owner !== 'string' || userId === null) return false;
  if (owner === userId) return true;
  if (reach === 'own') return false;
  const params = new Params(context.caller.tenantId);
  const within = ownerWithinReach(grant, params.add(owner, 'uuid'), params);
  const [row] = await queryable(context).query<{ within: boolean }>(
    `select r.within from ${scoped('r', `select ${within} as within`)}`,
    params.values,
  );
  return row?.within ?? false;
}

/**
 * True when the caller belongs to the audience of a record, which may have been deleted. `withinAudience` is the same
 * condition in SQL.
 */
export async function isInAudience(
  context: Context,
  { audience }: Grant,
  record: Readonly<Record<string, JsonValue>>,
): Promise<boolean> {
  if (audience === undefined) return true;
  const { declared, userId, roles } = audience;
  if (declared.users?.some((key) => isOrContains(record[key], userId))) return true;
  const itemsOf = (key: string | undefined) => ((key === undefined ? undefined : record[key]) ?? []) as string[];
  const forRoles = itemsOf(declared.roles);
  const forTeams = itemsOf(declared.teams);
  const viewerTeams = itemsOf(declared.viewerTeams);
  const visibility = declared.visibility === undefined ? undefined : (record[declared.visibility] ?? 'everyone');
  if (visibility === 'private' && viewerTeams.length === 0) return false;
  const conditions: boolean[] = [];
  if (declared.shared) conditions.push(record[declared.shared] === true);
  const team = declared.team === undefined ? undefined : record[declared.team];
  const needsTeams = forTeams.length > 0 || viewerTeams.length > 0 || visibility === 'team';
  const teams = needsTeams ? await readTeams(context, userId) : [];
  if (viewerTeams.some((id) => teams.includes(id))) return true;
  if (declared.roles || declared.teams) {
    const open = forRoles.length === 0 && forTeams.length === 0;
    conditions.push(open || forRoles.some((role) => roles.includes(role)) || forTeams.some((id) => teams.includes(id)));
  }
  if (visibility !== undefined)
    conditions.push(
      visibility === 'everyone' ||
        (visibility === 'team' && teams.includes(String(team))) ||
        (visibility === 'linked' && (await readsLinked(context, audience, record))),
    );
  return conditions.length > 0 && conditions.every(Boolean);
}

const isOrContains = (value: JsonValue | undefined, id: string): boolean =>
  Array.isArray(value) ? value.includes(id) : value === id;

/** True when the caller may read the record to which this record's visibility `linked` refers. */
async function readsLinked(
  context: Context,
  limit: AudienceLimit,
  record: Readonly<Record<string, JsonValue>>,
): Promise<boolean> {
  const id = limit.declared.linked && record[limit.declared.linked.key];
  if (typeof id !== 'string') return false;
  if (limit.linkedReach === 'all') return true;
  const params = new Params(context.caller.tenantId);
  const readable = linkedSql(limit, params.add(id, 'uuid'), params);
  if (readable === undefined) return false;
  const [row] = await queryable(context).query<{ readable: boolean }>(
    `select r.readable from ${scoped('r', `select ${readable} as readable`)}`,
    params.values,
  );
  return row?.readable ?? false;
}

async function readTeams(context: Context, userId: string): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const rows = await queryable(context).query<{ team_id: string }>(
    `select r.team_id from ${scoped('r', teamsOf(params.add(userId, 'uuid')))}`,
    params.values,
  );
  return rows.map((row) => row.team_id);
}

/** Counts the records that the caller may read among these. */
export async function countWithinReach(context: Context, grant: Grant, ids: readonly string[]): Promise<number> {
  const params = new Params(context.caller.tenantId);
  const [row] = await queryable(context).query<{ count: number }>(
    `select c.count from ${scoped(
      'c',
      `select count(*)::int as count from ${tableAs(grant.model, 't')}
       where ${scopedRows(grant.model, 't')} and t.id = any(${params.add(ids, 'uuid[]')})${withinReach(grant, 't', params)}`,
    )}`,
    params.values,
  );
  return row?.count ?? 0;
}
