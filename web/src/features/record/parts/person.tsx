import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { PersonAvatar } from '~/ui/person-avatar.tsx';

interface PersonProps {
  /** Null for the platform. */
  readonly id: string | null;
  /** The address is shown to people who may not read users. */
  readonly email?: string | null | undefined;
  readonly size?: 'xs' | 'sm';
}

/** Shows the initials and name of a user. */
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
