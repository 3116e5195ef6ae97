import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '../parts/people.ts';
import { StatusBadge } from '../parts/status-badge.tsx';

export const isLocked = ({ lockedUntil }: User): boolean =>
  lockedUntil !== null && Date.parse(lockedUntil) > Date.now();

/** Active, inactive, locked or not yet verified. */
export function UserStatus({ user }: { readonly user: User }) {
  const { t } = useTranslation('admin');
  return (
    <Group gap={4} wrap="wrap">
      <StatusBadge tone={user.active ? 'good' : 'plain'}>
        {t(user.active ? 'users.active' : 'users.inactive')}
      </StatusBadge>
      {isLocked(user) && <StatusBadge tone="bad">{t('users.locked')}</StatusBadge>}
      {user.active && !user.emailVerified && <StatusBadge tone="warn">{t('users.unverified')}</StatusBadge>}
    </Group>
  );
}
