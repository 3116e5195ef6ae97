import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { asText, isEmpty } from '../values.ts';
import { formatNumber } from './format.ts';
import { useParents } from './use-parents.ts';

export function NumberDisplay({ field, value, record, included, compact }: DisplayProps) {
  const { i18n } = useTranslation();
  const parents = useParents(field, record, included);
  if (isEmpty(value)) return <EmptyValue />;
  return (
    <Text span inherit className="tabular" truncate={compact}>
      {typeof value === 'number' ? formatNumber(value, field, i18n.language, record, parents) : asText(value)}
    </Text>
  );
}
