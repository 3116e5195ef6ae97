import { Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan, useMe } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { Facts } from '~/views/parts/facts.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { KeysTable } from '../keys/keys-table.tsx';
import { personName, userQuery } from '../parts/people.ts';
import { SessionsTable } from '../security/sessions-table.tsx';
import { UserActions } from './user-actions.tsx';
import { UserForm } from './user-form.tsx';
import { UserStatus } from './user-status.tsx';

export function UserPage() {
  const { t } = useTranslation('admin');
  const { id } = useParams({ strict: false }) as { id: string };
  const isAdmin = useCan().scope('identity:admin');
  const isSelf = useMe().user._id === id;
  const { data: user, error, refetch } = useQuery(userQuery(id));
  const above = <BackLink to="/admin/users" label={t('sections.users.name')} />;
  if (error)
    return (
      <Page title={t('sections.users.name')} above={above}>
        <ErrorState error={error} onRetry={() => refetch()} />
      </Page>
    );
  if (!user) return <PageLoading />;
  const title = (
    <Group gap="sm" component="span">
      {personName(user)}
      {isSelf && <ToneBadge tone="busy">{t('users.you')}</ToneBadge>}
    </Group>
  );
  return (
    <Page
      title={title}
      description={user.email}
      above={above}
      width={960}
      actions={
        <>
          <UserStatus user={user} />
          <UserActions user={user} />
        </>
      }
    >
      <Facts
        facts={[
          { label: t('users.lastLogin'), value: <Moment time={user.lastLoginAt} none={t('users.never')} /> },
          { label: t('users.since'), value: <Moment time={user.createdAt} /> },
          ...(user.lockedUntil ? [{ label: t('users.lockedUntil'), value: <Moment time={user.lockedUntil} /> }] : []),
          ...(!user.emailVerified && user.verificationDueAt
            ? [{ label: t('users.verifyUntil'), value: <Moment time={user.verificationDueAt} /> }]
            : []),
          {
            label: t('users.record'),
            value: (
              <Anchor component={Link} to={`/m/identity/users/${id}`} size="sm">
                {t('users.openRecord')}
              </Anchor>
            ),
          },
        ]}
      />
      <PageSection title={t('users.profile')}>
        <UserForm user={user} />
      </PageSection>
      {(isAdmin || isSelf) && (
        <PageSection title={t('sessions.title')} text={t('sessions.text')}>
          <SessionsTable userId={id} />
        </PageSection>
      )}
      <PageSection title={t('sections.apiKeys.name')} text={t('users.keysText')}>
        <KeysTable userId={id} />
      </PageSection>
      {isAdmin && (
        <Anchor
          component={Link}
          to="/admin/security"
          search={{ userId: id } as never}
          size="sm"
          mt="md"
          display="block"
        >
          {t('users.securityEvents')}
        </Anchor>
      )}
    </Page>
  );
}
