import { Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The placeholder of an empty value. */
export function EmptyValue() {
  const { t } = useTranslation('fields');
  return (
    <Text span inherit c="dimmed">
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('empty')}</VisuallyHidden>
    </Text>
  );
}
