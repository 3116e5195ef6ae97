import { Box, Button, Group, Text } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { agentName } from './agent-name.ts';

interface Session {
  readonly _id: string;
  readonly method: string;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly expiresAt: string;
  readonly current: boolean;
}

const path = '/api/identity/sessions';

const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'sessions', userId],
    queryFn: async ({ signal }) =>
      (await request<{ data: readonly Session[] }>('GET', path, { query: { userId }, signal })).data,
  });

/** The open sessions of a user. Each can be ended. */
export function SessionsTable({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const options = sessionsQuery(userId);
  const query = useQuery(options);
  const refresh = () => client.invalidateQueries({ queryKey: options.queryKey });
  const end = useAction({
    run: ({ _id }: Session) => request('DELETE', `${path}/${_id}`),
    refresh,
    done: () => t('sessions.ended'),
  });
  const endOthers = useAction({
    run: (others: readonly Session[]) => Promise.all(others.map(({ _id }) => request('DELETE', `${path}/${_id}`))),
    refresh,
    done: (_, { length }) => t('sessions.othersEnded', { count: length }),
  });
  const others = query.data?.filter(({ current }) => !current) ?? [];
  const columns: Column<Session>[] = [
    {
      key: 'agent',
      title: t('sessions.device'),
      cell: (session) => (
        <Box>
          <Group gap="xs">
            <Text size="sm" title={session.agent ?? undefined}>
              {agentName(session.agent) ?? t('sessions.unknownAgent')}
            </Text>
            {session.current && <ToneBadge tone="busy">{t('sessions.current')}</ToneBadge>}
          </Group>
          <Text size="xs" c="dimmed">
            {[session.ip, t(`sessions.methods.${session.method}`, session.method)].filter(Boolean).join(' · ')}
          </Text>
        </Box>
      ),
    },
    { key: 'begun', title: t('sessions.begun'), wide: true, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { key: 'used', title: t('sessions.lastUsed'), cell: ({ lastUsedAt }) => <Moment time={lastUsedAt} /> },
    { key: 'expires', title: t('sessions.expires'), wide: true, cell: ({ expiresAt }) => <Moment time={expiresAt} /> },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      cell: (session) =>
        !session.current && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => end.run(session)}
            loading={end.isRunning && end.input?._id === session._id}
          >
            {t('sessions.end')}
          </Button>
        ),
    },
  ];
  const askOthers = () =>
    confirm({
      title: t('sessions.endOthersTitle', { count: others.length }),
      text: t('sessions.endOthersText'),
      action: t('sessions.end'),
      danger: true,
      run: () => endOthers.run(others),
    });
  return (
    <>
      <ListTable
        label={t('sessions.title')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={{ rows: query.data ?? [], isPending: query.isPending, error: query.error, retry: () => query.refetch() }}
        empty={<EmptyState icon={IconDevices} title={t('sessions.none')} />}
      />
      {others.length > 1 && (
        <Button mt="xs" size="xs" variant="subtle" color="red" onClick={askOthers} loading={endOthers.isRunning}>
          {t('sessions.endOthers', { count: others.length })}
        </Button>
      )}
    </>
  );
}
