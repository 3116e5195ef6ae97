import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** When each of these people may get another mail, so that nobody gets more than `count` in a time. */
export async function mailsFreeAt(
  db: Queryable,
  tenantId: string,
  model: 'sales.contacts' | 'sales.leads',
  ids: readonly string[],
  { count, withinMs }: { readonly count: number; readonly withinMs: number },
): Promise<Map<string, Date>> {
  const column = model === 'sales.leads' ? 'lead_id' : 'contact_id';
  const rows = await db.query<{ id: string; at: Date }>(
    `select r.* from ${scoped(
      'r',
      `select p.id, m.created_at + make_interval(secs => $4::float8) as at from unnest($2::uuid[]) p(id) cross join lateral (
         select e.created_at from communications_emails e
         where ${inTenant('e')} and e.${column} = p.id and e.type in ('bulk', 'campaign', 'marketing') and e.direction = 'outbound'
           and e.status not in ('cancelled', 'failed') and e.created_at > now() - make_interval(secs => $4::float8)
         order by e.created_at desc offset $3::int limit 1) m`,
    )}`,
    [tenantId, ids, count - 1, withinMs / 1000],
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}
