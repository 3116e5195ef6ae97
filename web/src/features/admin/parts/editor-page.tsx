import { IconZoomQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';

interface EditorPageProps<R extends RecordData> {
  /** The model, in the module `ui`. */
  readonly slug: string;
  readonly children: (model: Model, record: R | undefined) => ReactNode;
}

/** Reads the record whose id is in the URL. The id `new` stands for a record that does not exist yet. */
export function EditorPage<R extends RecordData>({ slug, children }: EditorPageProps<R>) {
  const { t } = useTranslation('screens');
  const { id } = useParams({ strict: false }) as { id: string };
  const model = useRegistry().at('ui', slug);
  const path = `/api/ui/${slug}`;
  const isNew = id === 'new';
  const { data, error, refetch } = useQuery({
    queryKey: keys.record(path, id),
    queryFn: ({ signal }) => records.get(path, id, [], signal) as Promise<RecordData>,
    enabled: !isNew,
  });
  const isMissing = error instanceof ApiError && error.status === 404;
  if (isMissing || !model)
    return <EmptyState icon={IconZoomQuestion} title={t('missing.title')} text={t('missing.text')} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!isNew && !data) return <PageLoading />;
  return children(model, data as R | undefined);
}
