import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { NotFoundPage } from '~/ui/not-found-page.tsx';
import { listedRecord, useRecordQuery } from '~/views/record-query.ts';
import { MissingRecord } from './missing-record.tsx';
import { useRecentView } from './recent-view.ts';
import { RecordLoading } from './record-loading.tsx';
import { RecordPreview } from './record-preview.tsx';
import { RecordView } from './record-view.tsx';

export function RecordPage() {
  const { t } = useTranslation('record');
  const { moduleKey = '', slug = '', id = '' } = useParams({ strict: false });
  const model = useRegistry().at(moduleKey, slug);
  const can = useCan();
  if (!model || !can.read(model)) return <NotFoundPage title={t('missing.noModel')} text={t('missing.noModelText')} />;
  return <ModelRecord key={`${model.path}/${id}`} model={model} id={id} />;
}

function ModelRecord({ model, id }: { readonly model: Model; readonly id: string }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(useRecordQuery(model)(id));
  const [listed] = useState(() => listedRecord(client, model.path, id));
  // Rendering the whole page takes several frames, so the head is shown first.
  const [isHeadShown, setHeadShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHeadShown(true));
    return () => clearTimeout(timer);
  }, []);
  useRecentView(model, id, data !== undefined);
  // A record that was shown before may have been deleted in the meantime.
  if (error instanceof ApiError && error.status === 404) return <MissingRecord model={model} id={id} />;
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  const known = data ?? listed;
  if (!known) return <RecordLoading />;
  if (!data || !isHeadShown) return <RecordPreview model={model} record={known} />;
  const { included, ...record } = data;
  return <RecordView model={model} record={record} included={included} />;
}
