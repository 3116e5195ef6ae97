import { useTranslation } from 'react-i18next';
import { amountCurrency } from '~/lib/company-currency.ts';
import { Select } from '~/ui/select/select.tsx';
import classes from './forecast.module.css';
import { periods } from './forecast.ts';
import { useCurrencies, type useForecastInput, usePipelines } from './use-choices.ts';

const groupNames = ['owner', 'team', 'none'] as const;

/** Chooses period, groups, pipeline and currency. The last two are offered only where there is a choice. */
export function Controls({ input, group, change }: ReturnType<typeof useForecastInput>) {
  const { t } = useTranslation('forecast');
  const pipelines = usePipelines();
  const currencies = useCurrencies();
  const company = amountCurrency(null);
  return (
    <div className={classes.controls}>
      <Select
        size="xs"
        w={150}
        aria-label={t('period.label')}
        data={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
        value={input.period}
        onChange={(next) => change({ period: next === 'thisQuarter' ? undefined : (next ?? undefined) })}
        maxDropdownHeight={360}
      />
      <Select
        size="xs"
        w={150}
        aria-label={t('group.label')}
        data={groupNames.map((value) => ({ value, label: t(`group.${value}`) }))}
        value={group}
        onChange={(next) => change({ by: next === 'owner' ? undefined : (next ?? undefined) })}
      />
      {pipelines.length > 0 && (
        <Select
          size="xs"
          w={190}
          aria-label={t('pipeline')}
          placeholder={t('allPipelines')}
          data={[...pipelines]}
          value={input.pipelineId ?? null}
          onChange={(next) => change({ pipeline: next ?? undefined })}
          clearable
        />
      )}
      {currencies.length > 1 && (
        <Select
          size="xs"
          w={100}
          aria-label={t('currency')}
          data={[...currencies]}
          value={input.currency ?? company}
          onChange={(next) => change({ currency: next === company ? undefined : (next ?? undefined) })}
        />
      )}
    </div>
  );
}
