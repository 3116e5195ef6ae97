import { useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { amountCurrency } from '~/lib/company-currency.ts';
import { useCan } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { type ForecastInput, type GroupBy, isPeriod, ratesModel } from './forecast.ts';

const groups = { owner: 'ownerId', team: 'teamId', none: undefined } as const satisfies Record<
  string,
  GroupBy | undefined
>;

type GroupName = keyof typeof groups;

/** Returns the period, groups, currency and pipeline that the person has chosen. The URL keeps them. */
export function useForecastInput() {
  const [{ period, by, currency, pipeline }, change] = useUrlTexts();
  const group: GroupName = by === 'team' || by === 'none' ? by : 'owner';
  const input: ForecastInput = {
    period: isPeriod(period) ? period : 'thisQuarter',
    groupBy: groups[group],
    currency,
    pipelineId: pipeline,
  };
  return { input, group, change };
}

const pipelinesInput = { sort: ['name'], limit: 100, count: 'none' } as const;

/** The pipelines of the tenant, when there are several. */
export function usePipelines(): readonly { readonly value: string; readonly label: string }[] {
  const model = useRegistry().find('sales.pipelines');
  const can = useCan();
  const path = model?.path ?? '';
  const { data } = useQuery({
    queryKey: keys.list(path, pipelinesInput),
    queryFn: ({ signal }) => records.list(path, pipelinesInput, signal),
    enabled: model !== undefined && can.read(model),
  });
  const found = data?.data ?? [];
  return found.length > 1 ? found.map(({ _id, name }) => ({ value: _id, label: String(name) })) : [];
}

const ratesInput = { groupBy: ['currency'] };

/** The currencies to which amounts can be converted: that of the company, and those with an exchange rate. */
export function useCurrencies(): readonly string[] {
  const model = useRegistry().find(ratesModel);
  const can = useCan();
  const path = model?.path ?? '';
  const { data } = useQuery({
    queryKey: keys.aggregate(path, ratesInput),
    queryFn: ({ signal }) => records.aggregate(path, ratesInput, signal),
    enabled: model !== undefined && can.read(model),
  });
  const rated = (data?.data ?? []).map(({ currency }) => String(currency));
  return [...new Set([amountCurrency(null), ...rated])].filter((currency) => currency !== '');
}
