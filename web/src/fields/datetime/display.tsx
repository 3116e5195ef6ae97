import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '~/lib/time-zone.ts';
import { formatMoment } from '../date/format.ts';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { asText, isEmpty } from '../values.ts';

export function DatetimeDisplay({ value, compact }: DisplayProps) {
  const { i18n } = useTranslation();
  const zone = useTimeZone();
  if (isEmpty(value)) return <EmptyValue />;
  return (
    <Text span inherit className="tabular" truncate={compact}>
      {formatMoment(asText(value), i18n.language, zone)}
    </Text>
  );
}
