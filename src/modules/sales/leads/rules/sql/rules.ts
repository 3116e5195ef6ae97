import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface StoredScoringRule {
  readonly id: string;
  readonly name: string;
  readonly filter: unknown;
  readonly eventType: string | null;
  readonly points: number;
  readonly decayDays: number | null;
}

export const readScoringRules = (db: Queryable, tenantId: string, modelKey: string): Promise<StoredScoringRule[]> =>
  db.query<StoredScoringRule>(
    `select r.* from ${scoped(
      'r',
      `select r.id, r.name, r.filter, r.event_type as "eventType", r.points::float8 as points, r.decay_days::int as "decayDays"
       from sales_lead_scoring_rules r where ${inTenant('r')} and r.active and coalesce(r.model_key, 'leads') = $2::text order by r.created_at, r.id`,
    )}`,
    [tenantId, modelKey],
  );

export interface StoredRoutingRule {
  readonly id: string;
  readonly name: string;
  readonly filter: unknown;
  readonly method: 'user' | 'roundRobin' | 'leastBusy';
  readonly userIds: readonly string[] | null;
  readonly teamId: string | null;
  readonly weights: unknown;
}

export const readRoutingRules = (db: Queryable, tenantId: string): Promise<StoredRoutingRule[]> =>
  db.query<StoredRoutingRule>(
    `select r.* from ${scoped(
      'r',
      `select r.id, r.name, r.filter, coalesce(r.method, 'user') as method, r.user_ids as "userIds", r.team_id as "teamId", r.weights
       from sales_lead_routing_rules r where ${inTenant('r')} and r.active order by r.position, r.created_at, r.id`,
    )}`,
    [tenantId],
  );

export async function countRules(db: Queryable, tenantId: string, table: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from ${table} where tenant_id = $1::bigint`,
    [tenantId],
  );
  return row?.count ?? 0;
}
