import { Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import type { Field } from '~/metadata/model.ts';
import type { Total } from './totals.ts';

/** A record that has only a currency, because amounts are formatted with the currency of a record. */
const withCurrency = (currency: string | undefined): RecordData => ({
  _id: '',
  version: 0,
  createdAt: '',
  updatedAt: '',
  createdBy: null,
  updatedBy: null,
  ...(currency !== undefined && { currency }),
});

/** Averages are rounded to two decimals. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

interface TotalTextProps {
  readonly field: Field;
  readonly total: Total;
}

export function TotalText({ field, total }: TotalTextProps) {
  const { t } = useTranslation('records');
  if (total.kind === 'mixed')
    return (
      <Tooltip
        label={total.parts.map(({ currency, value }) => (
          <div key={currency}>
            <FieldDisplay field={field} value={rounded(value)} record={withCurrency(currency)} compact />
          </div>
        ))}
      >
        <Text span inherit c="dimmed" tabIndex={-1}>
          {t('total.mixed', { count: total.parts.length })}
        </Text>
      </Tooltip>
    );
  return (
    <Tooltip label={t(total.kind === 'sum' ? 'total.sum' : 'total.average', { field: field.label })}>
      <span>
        {total.kind === 'average' && '⌀ '}
        <FieldDisplay field={field} value={rounded(total.value)} record={withCurrency(total.currency)} compact />
      </span>
    </Tooltip>
  );
}
