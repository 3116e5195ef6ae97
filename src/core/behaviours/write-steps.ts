import type { Params } from '#db/params.ts';
import type { Context } from '../context.ts';
import { addEventParameters, type Change, type EventParameters, eventSql } from '../events/events.ts';
import { copyForm } from '../fields/value-copies.ts';
import type { Model } from '../models/model.ts';

/** The rows that a step of the statement wrote. */
type WriteSource = Parameters<typeof eventSql>[3];

/**
 * SQL of the steps that follow the write of rows in the same statement: the event of each row, and the copies of its indexed
 * formulas. Every statement that writes rows of a model gets its event here, so no way to write can forget the copies. A model
 * without indexed formulas has only the event.
 */
export const writeSteps = (
  name: string,
  model: Model,
  change: Change,
  event: EventParameters,
  source: WriteSource,
): string => `${name} as (${eventSql(model, change, event, source)})${copySteps(name, model, change, source)}`;

/** `writeSteps` with the parameters of the event, for statements whose text is built for each call. */
export const addWriteSteps = (
  context: Context,
  model: Model,
  change: Change,
  params: Params,
  source: WriteSource,
  many = false,
): string => writeSteps('appended', model, change, addEventParameters(context, params, many), source);

function copySteps(name: string, model: Model, change: Change, { id, record, from }: WriteSource): string {
  const copied = model.behaviours?.copied ?? [];
  if (copied.length === 0) return '';
  const ids = copied.map(({ copies }) => `'${copies?.id}'::uuid`);
  if (change === 'deleted')
    return `, ${name}_copies as (
      delete from formula_values v where v.tenant_id = $1::bigint and v.index_id = any(array[${ids.join(', ')}])
        and v.record_id in (select ${id} from ${from}))`;
  // The record of the event contains the values of its formulas, so they are not computed again.
  const rows = copied.map(({ key, type }, n) => {
    const { column, of } = copyForm(type);
    const value = of(`(${record}->>'${key}')`);
    return `(${ids[n]}, ${column === 'number' ? `${value}, null::text` : `null::float8, ${value}`})`;
  });
  return `, ${name}_copies as (
      insert into formula_values as v (tenant_id, index_id, record_id, number, text)
      select $1::bigint, c.index_id, ${id}, c.number, c.text
      from ${from} cross join lateral (values ${rows.join(', ')}) c (index_id, number, text)
      on conflict (tenant_id, index_id, record_id) do update set number = excluded.number, text = excluded.text
      where v.number is distinct from excluded.number or v.text is distinct from excluded.text)`;
}
