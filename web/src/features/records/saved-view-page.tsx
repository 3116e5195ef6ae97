import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { modelPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { NotFoundPage } from '~/ui/not-found-page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { savedViewsPath } from './saved-views.ts';

/** Redirects from the id of a saved view to the list of its model with that view. */
export function SavedViewPage() {
  const { t } = useTranslation('records');
  const { id = '' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  const registry = useRegistry();
  const { data, error, refetch } = useQuery({
    queryKey: keys.record(savedViewsPath, id),
    queryFn: ({ signal }) => records.get(savedViewsPath, id, [], signal),
  });
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageLoading />;
  const name = String(data.modelKey ?? '');
  const model = registry.find(name);
  if (!model) return <NotFoundPage title={String(data.name)} text={t('screen.noModel', { model: name })} />;
  return <Navigate to={modelPath(model)} search={{ saved: id } as never} replace />;
}
