import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConnections } from '~/views/mail/connections.ts';

/** Warns that a mailbox cannot be read, because otherwise missing mail looks like an empty inbox. */
export function BrokenMailboxes() {
  const { t } = useTranslation('inbox');
  const broken = useConnections().filter(({ status }) => status === 'needsReauthorization' || status === 'failing');
  if (broken.length === 0) return null;
  const needsUser = broken.some(({ status }) => status === 'needsReauthorization');
  return (
    <Alert color={needsUser ? 'orange' : 'red'} p="xs" radius={0} role="status">
      {t('broken.text', { count: broken.length, mailboxes: broken.map(({ email }) => email).join(', ') })}{' '}
      <Anchor component={Link} to="/settings/mailboxes" size="sm" c="inherit" underline="always">
        {t(needsUser ? 'broken.reconnect' : 'broken.look')}
      </Anchor>
    </Alert>
  );
}
