import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { NotFoundPage } from '~/ui/not-found-page.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { offers, type Screen, screenOfState, stateOfScreen } from './screen.ts';
import { type DefinedList, ViewedList } from './viewed-list.tsx';

const DashboardView = lazy(() =>
  import('~/widgets/dashboard-view.tsx').then((module) => ({ default: module.DashboardView })),
);

const screensPath = '/api/ui/screens';

/** The list of a screen that an administrator has defined. */
export function ScreenPage() {
  const { t } = useTranslation('records');
  const { screenId = '' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  const registry = useRegistry();
  const {
    data: stored,
    error,
    refetch,
  } = useQuery({
    queryKey: keys.record(screensPath, screenId),
    queryFn: async ({ signal }) => (await records.get(screensPath, screenId, [], signal)) as unknown as Screen,
  });
  const data = useMemo(() => stored && registry.translated(stored), [stored, registry]);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageLoading />;
  if (data.layout === 'dashboard') {
    const id = data.dashboardId;
    if (typeof id !== 'string') return <EmptyState title={data.name} level={1} text={t('screen.noDashboard')} />;
    return (
      <Page title={data.name} description={data.description ?? undefined}>
        <Suspense fallback={<PageLoading />}>
          <DashboardView id={id} />
        </Suspense>
      </Page>
    );
  }
  const model = registry.find(data.modelKey ?? '');
  if (!model)
    return (
      <EmptyState
        title={data.name}
        level={1}
        text={t('screen.noModel', { model: data.modelKey ?? t('common:none') })}
      />
    );
  if (data.layout === 'form') return <Navigate to={`${modelPath(model)}/new`} replace />;
  return <ListScreen key={data._id} screen={data} model={model} />;
}

function ListScreen({ screen, model }: { readonly screen: Screen; readonly model: Model }) {
  const definition = useMemo(() => stateOfScreen(screen), [screen]);
  const canSave = useCan().scope('ui:admin');
  return (
    <ViewedList
      model={model}
      place={screen._id}
      definition={definition}
      standard={screen.name}
      title={screen.name}
      description={screen.description ?? undefined}
      canCreate={offers(screen, 'create')}
      canExport={offers(screen, 'export')}
      actions={canSave ? (list) => list.isChanged && <SaveScreen screen={screen} {...list} /> : undefined}
    />
  );
}

/** Saves the current list state as the definition of the screen, for everybody. */
function SaveScreen({ screen, state, onSaved }: DefinedList & { readonly screen: Screen }) {
  const { t } = useTranslation('records');
  const refresh = useRefresh(screensPath);
  const save = async () => {
    try {
      await records.update(screensPath, screen._id, screenOfState(state), { version: screen.version });
      await refresh();
      onSaved();
      notifyDone(t('screen.saved', { name: screen.name }));
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Button size="xs" variant="default" leftSection={<IconDeviceFloppy size={14} />} onClick={() => void save()}>
      {t('screen.save')}
    </Button>
  );
}
