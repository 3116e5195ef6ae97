import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { type Deletion, whereDeletionOfRecord } from '#core/operations/deletion-events.ts';
import { Params, scoped } from '#db/params.ts';

interface States {
  readonly before: string;
  readonly after: string;
}

/** The states of a record before and after the events of one change; undefined when it has none of them. */
export async function statesAround(
  { tx, caller }: TransactionContext,
  change: Deletion,
  model: Model,
  id: string,
): Promise<States | undefined> {
  const params = new Params(caller.tenantId);
  const events = `events e where ${whereDeletionOfRecord(change, 'e', params)} and e.record_id = ${params.add(id, 'uuid')}
    and e.model = ${params.add(model.name, 'text')} and e.previous is not null and e.record is not null`;
  const [row] = await tx.query<Partial<States>>(
    `select s.* from ${scoped(
      's',
      `select (select e.previous::text from ${events} order by e.xid, e.seq limit 1) as before,
        (select e.record::text from ${events} order by e.xid desc, e.seq desc limit 1) as after`,
    )}`,
    params.values,
  );
  return row?.before && row.after ? { before: row.before, after: row.after } : undefined;
}
