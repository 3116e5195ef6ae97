import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { recordCurrency } from '~/lib/company-currency.ts';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { asText, isEmpty } from '../values.ts';
import { formatNumber } from './format.ts';

export function NumberDisplay({ field, value, record, compact }: DisplayProps) {
  const { i18n } = useTranslation();
  if (isEmpty(value)) return <EmptyValue />;
  return (
    <Text span inherit className="tabular" truncate={compact}>
      {typeof value === 'number' ? formatNumber(value, field, i18n.language, recordCurrency(record)) : asText(value)}
    </Text>
  );
}
