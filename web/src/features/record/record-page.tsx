import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { MissingRecord } from './missing-record.tsx';
import { useRecentView } from './recent-view.ts';
import { RecordLoading } from './record-loading.tsx';
import { useRecord } from './record-query.ts';
import { RecordView } from './record-view.tsx';

export function RecordPage() {
  const { t } = useTranslation('record');
  const { moduleKey = '', slug = '', id = '' } = useParams({ strict: false });
  const model = useRegistry().at(moduleKey, slug);
  const can = useCan();
  if (!model || !can.read(model)) return <EmptyState title={t('missing.noModel')} text={t('missing.noModelText')} />;
  return <ModelRecord key={`${model.path}/${id}`} model={model} id={id} />;
}

function ModelRecord({ model, id }: { readonly model: Model; readonly id: string }) {
  const { data, error, isPending, refetch } = useRecord(model, id);
  useRecentView(model, id, data !== undefined);
  if (isPending) return <RecordLoading />;
  // A record that was shown before may have been deleted since.
  if (error instanceof ApiError && error.status === 404) return <MissingRecord model={model} id={id} />;
  if (!data) return <ErrorState error={error} onRetry={refetch} />;
  const { included, ...record } = data;
  return <RecordView model={model} record={record} included={included} />;
}
