import { inTenant, type Params } from '#db/params.ts';
import { currencyDigits } from '#lib/currency-digits.ts';
import { companyOf } from '../company/company.ts';
import type { Context } from '../context.ts';
import { badQuery } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import { type Model, tableNamed } from '../models/model.ts';
import { platformModels } from '../platform-names.ts';
import type { Calendar } from './calendar.ts';

/** Amounts of several currencies in one sum. */

/** The fields that have the day of an amount. A model without one of them uses the day of creation. */
const dayFields = ['closeDate', 'orderDate', 'quoteDate'];

/** The handling of currencies in a query: the currency of each row, and the one into which amounts are converted. */
export interface Exchange {
  /** SQL of the currency of a row. */
  readonly currency: string;
  /** Set when amounts are converted. */
  readonly conversion?: {
    /** SQL of a lateral join. */
    readonly join: string;
    /** SQL of the factor of a row; null where there is no rate. */
    readonly factor: string;
    readonly digits: number;
  };
}

/** True for amounts in the currency of their record. */
export const isMoney = (model: Model, { declared }: Field): boolean =>
  declared.money === true && model.fields.has('currency');

/**
 * Parses `currency`, to which the amounts of the rows `t` are converted, each by the rate of its day. Undefined when the
 * query has no amounts.
 */
export async function readExchange(
  context: Context,
  model: Model,
  fields: readonly Field[],
  given: unknown,
  { zone }: Calendar,
  params: Params,
): Promise<Exchange | undefined> {
  if (given !== undefined && (typeof given !== 'string' || !/^[A-Z]{3}$/.test(given)))
    throw badQuery('currency', 'must be three letters of ISO 4217, such as EUR');
  if (!fields.some((field) => isMoney(model, field))) {
    if (given !== undefined) throw badQuery('currency', `needs a sum of amounts, and ${model.slug} has none here`);
    return undefined;
  }
  const base = params.add((await companyOf(context)).currency, 'text');
  const currency = `coalesce(${model.fields.get('currency')?.sql('t')}, ${base})`;
  if (given === undefined) return { currency };
  const day = dayFields.map((key) => model.fields.get(key)).find((field) => field !== undefined);
  const created = `(t.created_at at time zone ${params.add(zone, 'text')})::date`;
  const onDay = day ? `coalesce(${day.sql('t')}, ${created})` : created;
  const wanted = params.add(given, 'text');
  const rate = (code: string) => `case when ${code} = ${base} then 1 else ${rateSql(code, 'd.day')} end`;
  return {
    currency,
    conversion: {
      // The amounts of few days and currencies are many, so PostgreSQL remembers the rates of a pair.
      join: ` cross join lateral (select ${currency} as code, ${onDay} as day) d
        left join lateral (select case when d.code = ${wanted} then 1 else ${rate(wanted)} / ${rate('d.code')} end as factor) x on true`,
      factor: 'x.factor',
      digits: currencyDigits(given),
    },
  };
}

const rates = tableNamed(platformModels.exchangeRates);

/** SQL of the rate that holds on a day. Before the first rate, that one holds. */
function rateSql(code: string, day: string): string {
  const from = `from ${rates} r where ${inTenant('r')} and r.currency = ${code}`;
  return `coalesce((select r.rate ${from} and r.valid_from <= ${day} order by r.valid_from desc limit 1),
    (select r.rate ${from} order by r.valid_from limit 1))`;
}
