import { type Context, queryable } from '#core/context.ts';
import { afterCursor, type EventPage, pageLimit } from '#core/operations/event-pages.ts';
import { inTenant, Params, scoped } from '#db/params.ts';

/** The model of security events. It has no records of its own. */
export const securityModel = 'identity.security';

interface SecurityFilter {
  readonly types: readonly string[] | null;
  readonly userId: string | null;
  readonly email: string | null;
  readonly ip: string | null;
  readonly since: string | null;
  readonly until: string | null;
}

export interface SecurityRow {
  readonly xid: string;
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly requestId: string | null;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Security events of a tenant, newest first. The model is inlined, because the partial index needs a constant. */
export function securityEvents(context: Context, filter: SecurityFilter, page: EventPage): Promise<SecurityRow[]> {
  const params = new Params(context.caller.tenantId);
  const when = (condition: (value: string) => string, value: unknown, type: string) =>
    value === null ? '' : ` and ${condition(params.add(value, type))}`;
  const where = [
    when((types) => `e.type = any(${types})`, filter.types, 'text[]'),
    when((userId) => `e.record->>'userId' = ${userId}`, filter.userId, 'text'),
    when((email) => `lower(e.record->>'email') = lower(${email})`, filter.email, 'text'),
    when((ip) => `e.record->>'ip' = ${ip}`, filter.ip, 'text'),
    when((since) => `e.occurred_at >= ${since}`, filter.since, 'timestamptz'),
    when((until) => `e.occurred_at < ${until}`, filter.until, 'timestamptz'),
    afterCursor(page, 'e', params),
  ].join('');
  return queryable(context).query<SecurityRow>(
    `select e.xid::text, e.seq, e.id, e.type, e.occurred_at as at, e.actor_id as "actorId", e.request_id as "requestId",
      e.record
     from ${scoped(
       'e',
       `select e.* from events e
        where ${inTenant('e')} and e.model = '${securityModel}' and e.record_id is null${where}
        order by e.xid desc, e.seq desc ${pageLimit(page, params)}`,
     )} order by e.xid desc, e.seq desc`,
    params.values,
  );
}
