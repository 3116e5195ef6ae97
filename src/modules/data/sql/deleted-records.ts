import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { actorSql } from '#core/events/event-actors.ts';
import { momentSql } from '#core/fields/datetime.ts';
import { maxAnswerBytes } from '#core/limits/answer-size.ts';
import type { Deletion } from '#core/operations/deletion-events.ts';
import { afterCursor, type EventPage, pageLimit } from '#core/operations/event-pages.ts';
import { eventWithinAudience, ownerWithinReach } from '#core/query/rows.ts';
import { inTenant, Params, scoped } from '#db/params.ts';

export interface DeletedRow {
  readonly xid: string;
  readonly seq: string;
  readonly model: string;
  readonly id: string;
  /** Null when the page would be too large to send. */
  readonly previous: string | null;
  readonly actor_id: string | null;
  readonly email: string | null;
  readonly deleted_at: string;
}

/** A model whose deleted records are listed. */
export interface TrashedModel {
  readonly grant: Grant;
  /** Set when the model is deleted too: lists only the records that were deleted with it. */
  readonly deletion?: Deletion;
}

/**
 * Parameters of a model: the owner field, the users whose records the caller reaches, the parent field, its deletion.
 */
const modelParameters = ({ grant: { model, reach }, deletion }: TrashedModel) => ({
  owner: model.ownerField.key,
  ...(reach !== 'all' && { reach }),
  ...(model.parent && { parent: model.parent.key }),
  ...(model.customId && { customId: model.customId }),
  ...(deletion && { deletedAt: deletion.xid, deletedBy: deletion.request }),
});

/**
 * Records whose last event is a deletion, newest first, without records that were deleted together with their parent.
 * The conditions on other events are subqueries with a limit, so that they run only for the rows of a page. The
 * condition on the parent casts its record, so that PostgreSQL cannot use the index of deletions: with outdated
 * statistics it would read all of that index for each row.
 */
export function deletedRecords(
  context: Context,
  trashed: readonly TrashedModel[],
  page: EventPage,
): Promise<DeletedRow[]> {
  const params = new Params(context.caller.tenantId);
  const grants = trashed.map(({ grant }) => grant);
  const models = Object.fromEntries(trashed.map((one) => [one.grant.model.name, modelParameters(one)]));
  const model = `(${params.add(JSON.stringify(models), 'jsonb')}->e.model)`;
  const owner = `(e.previous->>(${model}->>'owner'))`;
  const { userId } = context.caller;
  const withinReach = (['own', 'team'] as const)
    .filter((reach) => grants.some((grant) => grant.reach === reach))
    .map(
      (reach) =>
        ` or ${model}->>'reach' = '${reach}' and ${ownerWithinReach({ reach, userId }, owner, params, 'text')}`,
    );
  const withinAudiences = grants
    .filter(({ audience }) => audience !== undefined)
    .map(
      (grant) => ` and (e.model <> '${grant.model.name}' or (true${eventWithinAudience(grant, 'e.previous', params)}))`,
    );
  const { join, email } = actorSql(context, 'e', params);
  const events = `select e.xid, e.seq, e.model, e.record_id, e.previous::text as previous, e.actor_id, e.occurred_at
    from events e
    where ${inTenant('e')} and e.record is null and ${model} is not null
      and (${model}->'reach' is null${withinReach.join('')})${withinAudiences.join('')}
      and (e.xid, e.seq) = (select l.xid, l.seq from events l where ${inTenant('l')} and l.record_id = e.record_id
        order by l.xid desc, l.seq desc limit 1)
      and (select true from events p where ${inTenant('p')} and p.record::text is null
        and p.record_id = (e.previous->>(${model}->>'parent'))::uuid
        and (p.xid = e.xid or p.request_id = e.request_id and e.request_id like 'job %') limit 1) is null
      and (${model}->'deletedAt' is null or e.xid = (${model}->>'deletedAt')::xid8
        or e.request_id = ${model}->>'deletedBy' and e.request_id like 'job %')
      and coalesce((select e.occurred_at >= m.created_at from custom_models m
        where ${inTenant('m')} and m.id = (${model}->>'customId')::uuid), true)${afterCursor(page, 'e', params)}
    order by e.xid desc, e.seq desc ${pageLimit(page, params)}`;
  return queryable(context).query<DeletedRow>(
    `select d.* from ${scoped(
      'd',
      `select row_number() over (order by e.xid desc, e.seq desc) as n, e.xid::text as xid, e.seq::text as seq, e.model,
        e.record_id as id, e.actor_id, ${email} as email, ${momentSql('e.occurred_at')} as deleted_at,
        case when sum(octet_length(e.previous)) over () <= ${maxAnswerBytes} then e.previous end as previous
       from (${events}) e ${join}`,
    )} order by d.n`,
    params.values,
  );
}
