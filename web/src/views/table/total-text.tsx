import { Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldDisplay } from '~/fields/kinds.ts';
import { amountCurrency } from '~/lib/company-currency.ts';
import { formatMoney } from '~/lib/money.ts';
import type { Field } from '~/metadata/model.ts';
import type { Total } from './totals.ts';

/** Averages are rounded to two decimals. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

interface TotalTextProps {
  readonly field: Field;
  readonly total: Total;
}

export function TotalText({ field, total }: TotalTextProps) {
  const { t, i18n } = useTranslation('records');
  if (total.kind === 'mixed')
    return (
      <Tooltip
        label={total.parts.map(({ currency, value }) => (
          <div key={currency} className="tabular">
            {formatMoney(value, currency, i18n.language)}
          </div>
        ))}
      >
        <Text span inherit c="dimmed" tabIndex={-1}>
          {t('total.mixed', { count: total.parts.length })}
        </Text>
      </Tooltip>
    );
  const { kind, value, currency = amountCurrency(null) } = total;
  return (
    <Tooltip label={t(kind === 'sum' ? 'total.sum' : 'total.average', { field: field.label })}>
      <span>
        {kind === 'average' && '⌀ '}
        {field.money ? (
          <span className="tabular">{formatMoney(value, currency, i18n.language)}</span>
        ) : (
          <FieldDisplay field={field} value={rounded(value)} compact />
        )}
      </span>
    </Tooltip>
  );
}
