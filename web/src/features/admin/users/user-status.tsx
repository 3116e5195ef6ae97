import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import type { User } from '../parts/people.ts';

export const isLocked = ({ lockedUntil }: User): boolean =>
  lockedUntil !== null && Date.parse(lockedUntil) > Date.now();

/** The status of a user: active, inactive, locked or not yet verified. */
export function UserStatus({ user }: { readonly user: User }) {
  const { t } = useTranslation('admin');
  return (
    <Group gap={4} wrap="wrap">
      <ToneBadge tone={user.active ? 'good' : 'plain'}>{t(user.active ? 'users.active' : 'users.inactive')}</ToneBadge>
      {isLocked(user) && <ToneBadge tone="bad">{t('users.locked')}</ToneBadge>}
      {user.active && !user.emailVerified && <ToneBadge tone="warn">{t('users.unverified')}</ToneBadge>}
    </Group>
  );
}
