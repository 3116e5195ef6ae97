import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';
import { isSet } from './state.ts';

export function SecretDisplay({ value }: DisplayProps) {
  const { t } = useTranslation('fields');
  if (!isSet(value)) return <EmptyValue />;
  return (
    <Text span inherit>
      <span aria-hidden>•••••• </span>
      <Text span inherit c="dimmed">
        {t('secret.set')}
      </Text>
    </Text>
  );
}
