import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { PersonAvatar } from '~/ui/person-avatar.tsx';

interface PersonProps {
  /** Null when the platform did it. */
  readonly id: string | null;
  /** Shown to a person who may not read users. */
  readonly email?: string | null | undefined;
  readonly size?: 'xs' | 'sm';
}

/** Somebody who did something: initials and name. */
export function Person({ id, email, size = 'sm' }: PersonProps) {
  const { t } = useTranslation('record');
  const name = useRecordLabel('identity.users', id) ?? email ?? t(id === null ? 'person.platform' : 'person.unknown');
  return (
    <Group gap={6} wrap="nowrap" display="inline-flex" miw={0}>
      <PersonAvatar name={name} size={size === 'sm' ? 20 : 18} />
      <Text span size={size} fw={500} truncate>
        {name}
      </Text>
    </Group>
  );
}
