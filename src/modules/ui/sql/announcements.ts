import { type Context, queryable } from '#core/context.ts';
import { scopedRows, tableAs, teamsOf, visibleJson, withinReach } from '#core/query/rows.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import { announcements } from '../model-names.ts';

const maxShown = 50;

/** The published announcements for the caller, without dismissed ones, as JSON text. */
export async function readAnnouncements(context: Context): Promise<string> {
  const { caller } = context;
  const grant = caller.access.grant(announcements(context), 'read');
  const params = new Params(caller.tenantId);
  const user = params.add(caller.userId, 'uuid');
  const isAdmin = caller.access.reach('ui:admin') === 'all';
  const audiences = params.add(['everyone', 'internal', 'users', ...(isAdmin ? ['admins'] : [])], 'text[]');
  const roles = params.add(caller.roles, 'text[]');
  const [row] = await queryable(context).query<{ data: string }>(
    `select coalesce(json_agg(a.j)::text, '[]') as data from ${scoped(
      'a',
      `select ${visibleJson(grant, 't')} as j from ${tableAs(grant.model, 't')}
       where ${scopedRows(grant.model, 't')}${withinReach(grant, 't', params)}
         and t.status in ('published', 'scheduled')
         and (t.status = 'published' or t.published_at is not null) and coalesce(t.published_at, now()) <= now()
         and (t.expires_at is null or t.expires_at > now())
         and coalesce(t.audience, 'everyone') = any(${audiences})
         and (coalesce(cardinality(t.role_names), 0) = 0 and coalesce(cardinality(t.team_ids), 0) = 0
           or t.role_names && ${roles} or t.team_ids && array(${teamsOf(user)}))
         and not exists (select from ui_announcement_dismissals d
           where ${inTenant('d')} and d.announcement_id = t.id and d.user_id = ${user})
       order by t.pinned desc nulls last, coalesce(t.published_at, t.created_at) desc limit ${maxShown}`,
    )}`,
    params.values,
  );
  return row?.data ?? '[]';
}
