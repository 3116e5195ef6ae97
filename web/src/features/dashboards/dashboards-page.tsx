import { Badge, Button, Group, SimpleGrid, Text, TextInput, Title } from '@mantine/core';
import { IconLayoutDashboard, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { type Dashboard, dashboardsPath } from '~/widgets/data.ts';
import styles from './dashboards.module.css';
import { SettingsModal } from './settings-modal.tsx';

const listInput = { sort: ['position', 'name'], limit: 200, count: 'none' } as const;

export function DashboardsPage() {
  const { t } = useTranslation('dashboards');
  const can = useCan();
  const registry = useRegistry();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const [wanted, setWanted] = useState('');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.list(dashboardsPath, listInput),
    queryFn: ({ signal }) => records.list(dashboardsPath, listInput, signal),
  });
  const all = ((data?.data ?? []) as unknown as readonly Dashboard[]).map((one) => registry.translated(one));
  const shown = all.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const create = can.scope('ui:write') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={create}>
      {isPending && <PageLoading />}
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && all.length === 0 && (
        <EmptyState icon={IconLayoutDashboard} title={t('none.title')} text={t('none.text')} action={create} />
      )}
      {all.length > 6 && (
        <TextInput
          size="sm"
          mb="sm"
          maw={320}
          leftSection={<IconSearch size={16} />}
          aria-label={t('list.search')}
          placeholder={t('list.search')}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      {all.length > 0 && shown.length === 0 && <Text c="dimmed">{t('list.noMatch')}</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {shown.map((dashboard) => (
          <DashboardCard key={dashboard._id} dashboard={dashboard} />
        ))}
      </SimpleGrid>
      {creating && (
        <SettingsModal
          onClose={() => setCreating(false)}
          onSaved={({ _id }) => navigate({ to: `/dashboards/${_id}`, search: { edit: true } as never })}
        />
      )}
    </Page>
  );
}

function DashboardCard({ dashboard }: { readonly dashboard: Dashboard }) {
  const { t, i18n } = useTranslation('dashboards');
  const { _id, name, description, widgets, visibility, updatedAt } = dashboard;
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(updatedAt));
  return (
    <Link to={`/dashboards/${_id}`} className={styles.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} fz="md" className={styles.name}>
          {name}
        </Title>
        {visibility !== null && visibility !== 'everyone' && (
          <Badge variant="light" size="sm" tt="none" fw={500}>
            {t(`visibility.${visibility}`)}
          </Badge>
        )}
      </Group>
      {description && (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      )}
      <Text size="xs" c="dimmed" mt="auto">
        {t('list.widgets', { count: widgets?.length ?? 0 })} · {t('list.updated', { date })}
      </Text>
    </Link>
  );
}
