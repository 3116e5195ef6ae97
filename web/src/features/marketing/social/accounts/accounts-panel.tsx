import { Alert, Anchor, Avatar, Badge, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import { TimeText } from '~/ui/time-text.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import parts from '~/views/parts/parts.module.css';
import { PlatformIcon } from '../platform-icon.tsx';
import { connectionsPath, connectionsQuery, type SocialConnection, socialApi } from '../social-api.ts';
import { ConnectDialog } from './connect-dialog.tsx';

/** The connected accounts and their state. */
export function AccountsPanel({ mayWrite }: { readonly mayWrite: boolean }) {
  const { t } = useTranslation('marketing-social');
  const [connecting, setConnecting] = useState<{ readonly platform?: string }>();
  const { data, error, refetch, isPending } = useQuery(connectionsQuery);
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const add = mayWrite && (
    <Button size="xs" w="fit-content" leftSection={<IconPlugConnected size={16} />} onClick={() => setConnecting({})}>
      {t('accounts.connect')}
    </Button>
  );
  return (
    <Stack gap="sm">
      {data.data.length === 0 ? (
        <EmptyState icon={IconPlugConnected} title={t('accounts.empty')} text={t('accounts.emptyText')} action={add} />
      ) : (
        <>
          {add}
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
            {data.data.map((account) => (
              <AccountCard
                key={account._id}
                account={account}
                label={data.platforms.find(({ name }) => name === account.platform)?.label ?? account.platform}
                mayWrite={mayWrite}
                onReconnect={() => setConnecting({ platform: account.platform })}
              />
            ))}
          </SimpleGrid>
        </>
      )}
      {connecting && (
        <ConnectDialog
          platforms={data.platforms}
          platform={connecting.platform}
          onClose={() => setConnecting(undefined)}
        />
      )}
    </Stack>
  );
}

const colors: Readonly<Record<string, string>> = { active: 'teal', needsReauthorization: 'orange', failing: 'red' };

interface AccountCardProps {
  readonly account: SocialConnection;
  readonly label: string;
  readonly mayWrite: boolean;
  readonly onReconnect: () => void;
}

function AccountCard({ account, label, mayWrite, onReconnect }: AccountCardProps) {
  const { t } = useTranslation('marketing-social');
  const refresh = useRefresh(connectionsPath);
  const { _id, name, handle, platform, profileUrl, status, error, lastPublishedAt } = account;
  const disconnect = useMutation({
    mutationFn: () => socialApi.disconnect(_id),
    onSuccess: () => notifyDone(t('accounts.disconnected', { name })),
    onError: (failure) => notifyError(failure),
    onSettled: refresh,
  });
  const ask = () =>
    confirm({
      title: t('accounts.disconnectTitle', { name }),
      text: t('accounts.disconnectText'),
      action: t('accounts.disconnect'),
      danger: true,
      run: () => disconnect.mutate(),
    });
  return (
    <article className={parts.panel} aria-label={name}>
      <Stack gap="xs">
        <Group gap="sm" wrap="nowrap">
          <Avatar radius="xl" size={36} aria-hidden>
            <PlatformIcon platform={platform} />
          </Avatar>
          <div style={{ minWidth: 0, flex: 1 }}>
            <Text fw={600} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {[label, handle].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <Badge variant="light" color={colors[status] ?? 'gray'} tt="none">
            {t(`state.${status}`)}
          </Badge>
        </Group>
        {error !== null && (
          <Alert color={status === 'failing' ? 'red' : 'orange'} p="xs">
            {error}
          </Alert>
        )}
        <Text size="xs" c="dimmed">
          {lastPublishedAt === null ? (
            t('accounts.neverPublished')
          ) : (
            <>
              {t('accounts.lastPublished')} <TimeText value={lastPublishedAt} />
            </>
          )}
        </Text>
        <Group gap="xs">
          {profileUrl !== null && (
            <Anchor href={profileUrl} target="_blank" rel="noopener noreferrer" size="sm">
              {t('accounts.profile')}
            </Anchor>
          )}
          {mayWrite && status !== 'active' && (
            <Button size="xs" onClick={onReconnect}>
              {t('accounts.reconnect')}
            </Button>
          )}
          {mayWrite && (
            <Button size="xs" variant="subtle" color="red" loading={disconnect.isPending} onClick={ask}>
              {t('accounts.disconnect')}
            </Button>
          )}
        </Group>
      </Stack>
    </article>
  );
}
