import { type Context, queryable } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { scopedRows, tableAs } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

/** More records than this have no time at once; the rest of them is enrolled by nobody, so the limit is high. */
const maxAtOnce = 100_000;

/**
 * The records whose time lies after one moment and up to another, or whose day is a given one: in that year, or in any
 * (`yearly`). Who was born on 29 February has the 28th in other years.
 */
export async function datesBetween(
  context: Context,
  model: Model,
  field: Field,
  after: Date | string,
  upTo: Date | 'day' | 'yearly',
): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const value = field.sql('t');
  const rows = await queryable(context).query<{ id: string }>(
    `select r.id from ${scoped(
      'r',
      `select t.id from ${tableAs(model, 't')} where ${scopedRows(model, 't')} and ${condition(value, after, upTo, params)} limit ${maxAtOnce}`,
    )}`,
    params.values,
  );
  return rows.map(({ id }) => id);
}

function condition(value: string, after: Date | string, upTo: Date | 'day' | 'yearly', params: Params): string {
  if (upTo instanceof Date) {
    const from = params.add(new Date(after).toISOString(), 'timestamptz');
    return `${value} > ${from} and ${value} <= ${params.add(upTo.toISOString(), 'timestamptz')}`;
  }
  const day = params.add(String(after), 'date');
  if (upTo === 'day') return `${value} = ${day}`;
  return `${value} is not null and ${value} <= ${day}
    and (${value} + make_interval(years => (extract(year from ${day}) - extract(year from ${value}))::int))::date = ${day}`;
}

/** The first time after a moment that a record has in a field. */
export async function nextDate(context: Context, model: Model, field: Field, after: Date): Promise<Date | undefined> {
  const params = new Params(context.caller.tenantId);
  const value = field.sql('t');
  const [row] = await queryable(context).query<{ at: Date | null }>(
    `select r.at from ${scoped(
      'r',
      `select min(${value}) as at from ${tableAs(model, 't')} where ${scopedRows(model, 't')} and ${value} > ${params.add(after.toISOString(), 'timestamptz')}`,
    )}`,
    params.values,
  );
  return row?.at ?? undefined;
}
