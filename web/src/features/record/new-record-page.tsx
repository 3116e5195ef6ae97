import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { modelPath, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { NotFoundPage } from '~/ui/not-found-page.tsx';
import { Page } from '~/ui/page.tsx';
import { initialFromSearch } from '~/views/form/form-values.ts';
import { RecordForm } from '~/views/form/record-form.tsx';

/** A page with the form for a new record. The address may contain values: `/m/sales/contacts/new?accountId=…`. */
export function NewRecordPage() {
  const { t } = useTranslation('forms');
  const { moduleKey = '', slug = '' } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>;
  const navigate = useNavigate();
  const router = useRouter();
  const can = useCan();
  const model = useRegistry().at(moduleKey, slug);
  const initial = useMemo(() => (model ? initialFromSearch(model, search) : {}), [model, search]);
  if (!model) return <NotFoundPage text={t('unknownModel')} />;
  const back = () => {
    if (router.history.canGoBack()) router.history.back();
    else void navigate({ to: modelPath(model) });
  };
  return (
    <Page title={t('newRecord', { model: model.label })} width={880}>
      {can.write(model) ? (
        <RecordForm
          key={model.path}
          model={model}
          initial={initial}
          onSaved={(record) => void navigate({ to: recordPath(model, record._id), replace: true })}
          onCancel={back}
        />
      ) : (
        <EmptyState title={t('common:notFound.title')} text={t('notWritable')} />
      )}
    </Page>
  );
}
