import { Button, Group, Stack } from '@mantine/core';
import { IconBrandGoogle, IconBrandWindows, IconLock, IconMail, IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { connectionsQuery } from '~/views/mail/connections.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { MailboxCard } from './mailbox-card.tsx';
import { mailboxesApi, overviewQuery } from './mailboxes-api.ts';

const icons = { google: IconBrandGoogle, microsoft: IconBrandWindows } as const;
const byConsent = ['google', 'microsoft'] as const;

/** The mailboxes of the person and of their teams. */
export function MailboxesPage() {
  const { t } = useTranslation('mailboxes');
  const can = useCan();
  if (!can.scope('communications:write'))
    return <EmptyState icon={IconLock} title={t('noAccess')} text={t('noAccessText')} />;
  return (
    <Page title={t('title')} description={t('text')} width={760}>
      <Mailboxes />
    </Page>
  );
}

function Mailboxes() {
  const { t } = useTranslation('mailboxes');
  const [connecting, setConnecting] = useState(false);
  const { data, error, refetch } = useQuery(connectionsQuery);
  const { data: overview } = useQuery(overviewQuery);
  const providers = overview?.providers ?? [];
  const readAt = new Map(overview?.data.map(({ _id, lastSyncedAt }) => [_id, lastSyncedAt]));
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoading />;
  return (
    <Stack gap="md">
      <Group gap="xs">
        {byConsent
          .filter((provider) => providers.includes(provider))
          .map((provider) => {
            const Icon = icons[provider];
            return (
              <Button
                key={provider}
                component="a"
                href={mailboxesApi.connectUrl(provider)}
                size="xs"
                variant="default"
                leftSection={<Icon size={16} />}
              >
                {t(`add.${provider}`)}
              </Button>
            );
          })}
        <Button size="xs" leftSection={<IconMailPlus size={16} />} onClick={() => setConnecting(true)}>
          {t('add.imap')}
        </Button>
      </Group>
      {data.length === 0 && <EmptyState icon={IconMail} title={t('empty')} text={t('emptyText')} />}
      {data.map((mailbox) => (
        <MailboxCard
          key={mailbox._id}
          mailbox={{ ...mailbox, lastSyncedAt: readAt.get(mailbox._id) ?? mailbox.lastSyncedAt }}
        />
      ))}
      {connecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </Stack>
  );
}
