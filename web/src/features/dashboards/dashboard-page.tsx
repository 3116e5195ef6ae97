import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { dashboardQuery } from '~/widgets/data.ts';
import { isPeriod, type Period } from '~/widgets/widget.ts';
import { DashboardReader } from './dashboard-reader.tsx';

/** The editor is loaded on demand, because most people only view dashboards. */
const DashboardEditor = lazy(() =>
  import('./dashboard-editor.tsx').then((module) => ({ default: module.DashboardEditor })),
);

/** A dashboard: a view, or with `?edit=true` an editor. */
export function DashboardPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery(dashboardQuery(id));
  const period = isPeriod(search.period) ? search.period : undefined;
  const go = (next: { period?: Period | undefined; edit?: boolean }) =>
    navigate({
      to: `/dashboards/${id}`,
      search: { ...(next.period && { period: next.period }), ...(next.edit && { edit: true }) } as never,
      replace: true,
    });
  if (isPending) return <PageLoading />;
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  return search.edit === true ? (
    <Suspense fallback={<PageLoading />}>
      <DashboardEditor key={id} dashboard={data} onLeave={() => go({ period })} />
    </Suspense>
  ) : (
    <DashboardReader
      dashboard={data}
      period={period}
      onPeriod={(chosen) => go({ period: chosen })}
      onEdit={() => go({ period, edit: true })}
    />
  );
}
