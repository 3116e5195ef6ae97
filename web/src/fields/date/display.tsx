import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { asText, isEmpty } from '../values.ts';
import { formatDate } from './format.ts';

export function DateDisplay({ value, compact }: DisplayProps) {
  const { i18n } = useTranslation();
  if (isEmpty(value)) return <EmptyValue />;
  return (
    <Text span inherit className="tabular" truncate={compact}>
      {formatDate(asText(value), i18n.language)}
    </Text>
  );
}
