import { Anchor, Box, Group, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fromLocal } from '~/fields/date/format.ts';
import { useTimeZone } from '~/lib/time-zone.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { UserName } from '../parts/user-name.tsx';
import { agentName } from './agent-name.ts';
import { EventDetails } from './event-details.tsx';
import { alarming, kindOf, listSecurityEvents, type SecurityEvent } from './security-events.ts';
import { SecurityFilters } from './security-filters.tsx';

const dayMs = 86_400_000;

const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

export function SecurityPage() {
  const { t } = useTranslation('admin');
  const [state, setState] = useUrlTexts();
  const zone = useTimeZone();
  const { kind, userId, ip, from, to } = state;
  const filter = {
    kinds: kind?.split(',') ?? [],
    userId,
    ip,
    since: from && fromLocal(from, '00:00', zone),
    until: to && fromLocal(dayAfter(to), '00:00', zone),
  };
  const pages = usePages<SecurityEvent>({
    queryKey: ['admin', 'security-events', filter],
    read: (cursor, signal) => listSecurityEvents(filter, cursor, signal),
  });
  const columns: Column<SecurityEvent>[] = [
    { key: 'time', title: t('security.time'), width: 170, cell: ({ timestamp }) => <Moment time={timestamp} full /> },
    {
      key: 'kind',
      title: t('security.what'),
      cell: (event) => (
        <Box>
          <Group gap="xs">
            <Text size="sm">{t(`security.kinds.${kindOf(event)}`, event.type)}</Text>
            {alarming.has(kindOf(event)) && <ToneBadge tone="warn">{t('security.notable')}</ToneBadge>}
          </Group>
          <EventDetails event={event} />
          <Text size="xs" c="dimmed" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
            {event.email}
          </Text>
        </Box>
      ),
    },
    {
      key: 'user',
      title: t('security.user'),
      wide: true,
      cell: ({ userId: id, email }) => (id === null ? (email ?? '–') : <UserName id={id} />),
    },
    { key: 'actor', title: t('security.by'), wide: true, cell: (event) => <Actor event={event} /> },
    {
      key: 'from',
      title: t('security.from'),
      wide: true,
      cell: ({ ip: address, agent }) => (
        <Box>
          {address === null ? (
            '–'
          ) : (
            <Anchor component="button" size="sm" onClick={() => setState({ ip: address })}>
              {address}
            </Anchor>
          )}
          <Text size="xs" c="dimmed" title={agent ?? undefined}>
            {agentName(agent)}
          </Text>
        </Box>
      ),
    },
  ];
  return (
    <Page title={t('sections.security.name')} description={t('security.text')}>
      <SecurityFilters state={state} onChange={setState} />
      <ListTable
        label={t('sections.security.name')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconShieldLock} title={t('security.none')} text={t('security.noneText')} />}
      />
    </Page>
  );
}

/** The user who acted, if it is not the user concerned. */
function Actor({ event }: { readonly event: SecurityEvent }) {
  const { t } = useTranslation('admin');
  if (event.actorId !== null && event.actorId !== event.userId) return <UserName id={event.actorId} />;
  return (
    <Text size="sm" c="dimmed">
      {t(event.actorId === null ? 'security.nobody' : 'security.self')}
    </Text>
  );
}
