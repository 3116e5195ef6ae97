import { Group, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyValue } from '../empty-value.tsx';
import type { DisplayProps } from '../kind.ts';

export function BooleanDisplay({ value }: DisplayProps) {
  const { t } = useTranslation();
  if (typeof value !== 'boolean') return <EmptyValue />;
  const Icon = value ? IconCheck : IconX;
  return (
    <Group component="span" display="inline-flex" gap={4} wrap="nowrap" c={value ? undefined : 'dimmed'}>
      <Icon size={14} aria-hidden />
      <Text span inherit>
        {t(value ? 'yes' : 'no')}
      </Text>
    </Group>
  );
}
