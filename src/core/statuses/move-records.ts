import { Params } from '#db/params.ts';
import { addWriteSteps } from '../behaviours/write-steps.ts';
import type { TransactionContext } from '../context.ts';
import { notifyAfterCommit } from '../events/events.ts';
import type { Model } from '../models/model.ts';
import type { InboundReference, Registry } from '../models/registry.ts';
import { eventJson, tableAs, tenantRows } from '../query/rows.ts';

/** A status that takes over the records of others. */
interface Target {
  readonly id: string;
  readonly key: string;
}

/** The batches in which the records of a status are written. */
export interface RecordBatches {
  readonly batchSize: number;
  /** Called after each batch with the number of records that were written. Throws when the work is cancelled. */
  moved(count: number): void;
}

/** The references of records to their status. */
export const statusReferences = (registry: Registry, model: Model): readonly InboundReference[] =>
  registry.inbound(model).filter(({ field }) => field.declared.status?.part === 'row');

/**
 * Moves at most `limit` records of the given statuses to another one, each with its event, and returns their number. Values that
 * follow a change of the status stay, because for the records nothing has changed but a name.
 */
export async function moveRecords(
  context: TransactionContext,
  { model, field }: InboundReference,
  from: readonly string[],
  to: Target,
  limit: number,
): Promise<number> {
  const params = new Params(context.caller.tenantId);
  const row = `"${field.column}"`;
  const key = model.behaviours?.status?.key?.column;
  const sets = [`${row} = ${params.add(to.id, 'uuid')}`, ...(key ? [`"${key}" = ${params.add(to.key, 'text')}`] : [])];
  const these = tenantRows(model, 't');
  const saved = { id: 'saved.id', record: 'saved.record', previous: 'saved.previous', from: 'saved' };
  const steps = addWriteSteps(context, model, 'updated', params, saved, true);
  const moved = await context.tx.query(
    `with old as materialized (
      select t.id, ${eventJson(model, 't')} as record from ${tableAs(model, 't')}
      where ${these} and t.${row} = any(${params.add(from, 'uuid[]')}) order by t.id limit ${params.add(limit, 'int')} for update
    ), saved as (
      update ${tableAs(model, 't')} set ${sets.join(', ')}, updated_at = clock_timestamp(),
        updated_by = ${params.add(context.caller.userId, 'uuid')}, version = t.version + 1
      from old where ${these} and t.id = old.id
      returning t.id, ${eventJson(model, 't')} as record, old.record as previous
    ), ${steps}
    select id from saved`,
    params.values,
  );
  if (moved.length > 0) notifyAfterCommit(context);
  return moved.length;
}
