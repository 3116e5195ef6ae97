import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { personName, userQuery } from './people.ts';

interface UserNameProps {
  readonly id: string | null | undefined;
  /** The address to show when the person may not read the user. */
  readonly email?: string | null | undefined;
}

/** The name of a user by their id, linked to their page. */
export function UserName({ id, email }: UserNameProps) {
  const { t } = useTranslation('admin');
  const can = useCan();
  const mayRead = can.scope('identity:read');
  const { data, isPending } = useQuery({ ...userQuery(id ?? ''), enabled: Boolean(id) && mayRead });
  if (!id)
    return (
      <Text span inherit c="dimmed">
        {t('people.platform')}
      </Text>
    );
  if (mayRead && isPending) return <Skeleton h={14} w={120} />;
  if (!data)
    return (
      <Text span inherit c="dimmed" title={id}>
        {email ?? t('people.unknown')}
      </Text>
    );
  return (
    <Anchor component={Link} to={`/admin/users/${id}`} inherit>
      {personName(data)}
    </Anchor>
  );
}
