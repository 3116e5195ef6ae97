import { useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type AggregateInput, type Filter, records } from '~/api/records.ts';
import { amountCurrency } from '~/lib/company-currency.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { currencyPath } from '~/metadata/money-fields.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { Unit, WidgetData } from './widget.ts';

/** The records that have the amount. */
const withAmount = ({ key }: Field, filter: Filter = {}): Filter =>
  key in filter ? filter : { ...filter, [key]: { null: false } };

/** The currencies of an amount; undefined while they load, null when they cannot be read. */
function useCurrencies(model: Model | undefined, field: Field | undefined, filter: Filter, enabled: boolean) {
  const path = field && currencyPath(field);
  const input: AggregateInput = { filter, groupBy: path === undefined ? [] : [path] };
  const { data, isError } = useQuery({
    queryKey: keys.aggregate(model?.path ?? '', input),
    queryFn: ({ signal }) => records.aggregate(model?.path ?? '', input, signal),
    enabled: enabled && model !== undefined && path !== undefined,
  });
  if (isError) return null;
  return data && [...new Set(data.data.map((group) => amountCurrency(group[path ?? ''])))].sort();
}

/**
 * The currency of the numbers of a widget. The server adds amounts as they are, so this asks in which currencies they
 * are: first all records, because most accounts have one currency, and those of the widget only where there are
 * several. `isPending` is true until that is known.
 */
export function useUnit(data: WidgetData | undefined): {
  readonly unit: Unit | undefined;
  readonly isPending: boolean;
} {
  const registry = useRegistry();
  const model = registry.at(data?.moduleKey ?? '', data?.slug ?? '');
  const [, key] = (data?.metric ?? '').split(':');
  const named = model && key ? registry.field(model, key) : undefined;
  const field = named?.money ? named : undefined;
  const isOwn = field?.currencyFrom !== undefined;
  const all = useCurrencies(model, field, field ? withAmount(field) : {}, isOwn);
  const several = isOwn && (all?.length ?? 0) > 1;
  const shown = useCurrencies(model, field, field ? withAmount(field, data?.filter) : {}, several);
  if (!field) return { unit: undefined, isPending: false };
  if (!isOwn) return { unit: only(amountCurrency(null)), isPending: false };
  if (all === undefined || (several && shown === undefined)) return { unit: undefined, isPending: true };
  if (all === null || shown === null) return { unit: undefined, isPending: false };
  return { unit: several ? unitOf(shown ?? []) : only(all[0] ?? amountCurrency(null)), isPending: false };
}

const only = (currency: string): Unit => ({ currency, previousCurrency: currency });

/** The unit of a number of an account with several currencies. The previous period may have other ones. */
const unitOf = (currencies: readonly string[]): Unit =>
  currencies.length > 1 ? { mixed: currencies } : { currency: currencies[0] ?? amountCurrency(null) };
