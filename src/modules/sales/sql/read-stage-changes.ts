import { type Context, queryable } from '#core/context.ts';
import { momentSql } from '#core/fields/datetime.ts';
import type { Model } from '#core/models/model.ts';
import { whereRecordEvents } from '#core/operations/record-events.ts';
import { Params, scoped } from '#db/params.ts';

export interface StageChange {
  readonly stage: string | null;
  readonly changedAt: string;
}

/** The maximum of changes that are read: the newest. */
const maxChanges = 1000;

interface Row {
  readonly stage: string | null;
  readonly before: string | null;
  readonly changed_at: string | null;
  readonly changed_before: string | null;
  readonly created_at: string | null;
  readonly is_first: boolean;
  readonly at: string;
}

/**
 * Reads the changes of the stage of a deal, oldest first. Older events may be gone: the first one then tells the stage before it.
 * The time is that of `stageChangedAt`, which an import or a person may have set, else that of the event.
 */
export async function readStageChanges(context: Context, model: Model, id: string): Promise<StageChange[]> {
  const params = new Params(context.caller.tenantId);
  const where = whereRecordEvents(model, 'e', params.add(id, 'uuid'));
  const rows = await queryable(context).query<Row>(
    `select s.* from ${scoped(
      's',
      `select e.xid, e.seq, e.record->>'stage' as stage, e.previous->>'stage' as before, e.record->>'stageChangedAt' as changed_at,
        e.previous->>'stageChangedAt' as changed_before, coalesce(e.previous, e.record)->>'createdAt' as created_at,
        e.previous is null as is_first, ${momentSql('e.occurred_at')} as at
       from events e where ${where} and e.record is not null
         and (e.previous is null or e.record->>'stage' is distinct from e.previous->>'stage')
       order by e.xid desc, e.seq desc limit ${maxChanges}`,
    )} order by s.xid, s.seq`,
    params.values,
  );
  const [first] = rows;
  const earlier =
    first && !first.is_first
      ? [{ stage: first.before, changedAt: first.changed_before ?? first.created_at ?? first.at }]
      : [];
  return [
    ...earlier,
    ...rows.map(({ stage, changed_at, changed_before, at }) => ({
      stage,
      changedAt: changed_at !== null && changed_at !== changed_before ? changed_at : at,
    })),
  ];
}
