import { Group, Stack } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { DashboardGrid } from './dashboard-grid.tsx';
import { type Dashboard, dashboardQuery, dataQuery } from './data.ts';
import { PeriodSelect } from './period-select.tsx';
import { useLiveData } from './use-live-data.ts';
import type { Period } from './widget.ts';

interface DashboardViewProps {
  readonly id: string;
  /** The chosen period, if the page keeps it. Otherwise the view keeps its own. */
  readonly period?: { readonly value: Period | undefined } | undefined;
  /** The action offered when there are no widgets yet. */
  readonly emptyAction?: ReactNode;
}

/** A dashboard for viewing, with its numbers. */
export function DashboardView({ id, period, emptyAction }: DashboardViewProps) {
  const { t } = useTranslation('dashboards');
  const registry = useRegistry();
  const [own, setOwn] = useState<Period>();
  const dashboard = useQuery(dashboardQuery(id));
  const data = useMemo(() => dashboard.data && registry.translated(dashboard.data), [dashboard.data, registry]);
  if (dashboard.isPending) return <PageLoading />;
  if (dashboard.error) return <ErrorState error={dashboard.error} onRetry={() => dashboard.refetch()} />;
  return (
    <Stack gap="sm">
      {!period && (
        <Group justify="flex-end">
          <PeriodSelect value={own} onChange={setOwn} otherwise={t('periodOfWidgets')} />
        </Group>
      )}
      {data?.widgets?.length ? (
        <Widgets dashboard={data} period={period ? period.value : own} />
      ) : (
        <EmptyState icon={IconLayoutDashboard} title={t('empty.title')} text={t('empty.text')} action={emptyAction} />
      )}
    </Stack>
  );
}

interface WidgetsProps {
  readonly dashboard: Dashboard;
  readonly period: Period | undefined;
}

function Widgets({ dashboard, period }: WidgetsProps) {
  const { _id, version, refreshSeconds } = dashboard;
  const { data, error, refetch } = useQuery({
    ...dataQuery(_id, period, version),
    refetchInterval: refreshSeconds ? Math.max(10, refreshSeconds) * 1000 : false,
  });
  useLiveData(_id, data?.widgets);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  return <DashboardGrid widgets={dashboard.widgets ?? []} data={data?.widgets ?? []} />;
}
