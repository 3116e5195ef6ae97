import { Alert, Button, Group, Stack, Switch } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxMerged } from '~/api/duplicates.ts';
import { keys } from '~/api/keys.ts';
import { type ListInput, type RecordData, records } from '~/api/records.ts';
import { useCanMerge } from '~/metadata/mergeable.ts';
import { type Model, modelName, modelPath, recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { errorText } from '~/ui/error-text.ts';
import { NotFoundPage } from '~/ui/not-found-page.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { CompareTable } from './compare-table.tsx';
import { type Choices, choosable, differs, fullest, valuesOf } from './merge-choice.ts';
import { MergePreview } from './merge-preview.tsx';
import { useMerge } from './use-merge.ts';

/** Records side by side: which one is kept, and whose values it gets. */
export function MergePage() {
  const { t } = useTranslation('duplicates');
  const { moduleKey = '', slug = '' } = useParams({ strict: false }) as Readonly<Record<string, string>>;
  const model = useRegistry().at(moduleKey, slug);
  const [{ ids: given = '', from }] = useUrlTexts();
  const canMerge = useCanMerge();
  const ids = [...new Set(given.split(',').filter(Boolean))].slice(0, maxMerged);
  const input: ListInput = { filter: { _id: { in: ids } }, sort: ['createdAt'], limit: maxMerged, count: 'none' };
  const { data, error, isPending, refetch } = useQuery({
    queryKey: keys.list(model?.path ?? '', input),
    queryFn: ({ signal }) => records.list(model?.path ?? '', input, signal),
    enabled: model !== undefined && ids.length > 0,
  });
  if (!model || !canMerge(model)) return <NotFoundPage />;
  const back =
    from === 'duplicates'
      ? { to: '/duplicates', label: t('title'), search: { model: modelName(model) } }
      : { to: modelPath(model), label: model.labelPlural, search: undefined };
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending && ids.length > 0) return <PageLoading />;
  const found = data?.data ?? [];
  return (
    <Page
      title={t('merge.title', { models: model.labelPlural })}
      description={t('merge.text')}
      above={<BackLink {...back} />}
    >
      {found.length < 2 ? (
        <EmptyState icon={IconArrowMerge} title={t('merge.tooFew')} text={t('merge.tooFewText')} />
      ) : (
        <Merge
          key={found.map(({ _id }) => _id).join()}
          model={model}
          records={found}
          isFromList={from === 'duplicates'}
        />
      )}
    </Page>
  );
}

interface MergeProps {
  readonly model: Model;
  readonly records: readonly RecordData[];
  /** True when the person works through the list of duplicates, which is then shown next. */
  readonly isFromList: boolean;
}

function Merge({ model, records: merged, isFromList }: MergeProps) {
  const { t } = useTranslation('duplicates');
  const navigate = useNavigate();
  const [winnerId, setWinnerId] = useState(() => fullest(model, merged));
  const [choices, setChoices] = useState<Choices>({});
  const [showsAll, setShowsAll] = useState(false);
  const merge = useMerge({
    onDone: () =>
      isFromList
        ? navigate({ to: '/duplicates', search: { model: modelName(model) } as never })
        : navigate({ to: recordPath(model, winnerId) }),
  });
  const input = {
    model: modelName(model),
    winnerId,
    loserIds: merged.flatMap(({ _id }) => (_id === winnerId ? [] : [_id])),
    values: valuesOf(model, merged, winnerId, choices),
  };
  const fields = choosable(model).filter((field) => showsAll || differs(field, merged));
  return (
    <Stack gap="md">
      <CompareTable
        model={model}
        records={merged}
        fields={fields}
        winnerId={winnerId}
        choices={choices}
        onWinner={setWinnerId}
        onChoose={(key, id) => setChoices((before) => ({ ...before, [key]: id }))}
      />
      <Switch
        size="sm"
        label={t('merge.showAll')}
        checked={showsAll}
        onChange={(event) => setShowsAll(event.currentTarget.checked)}
      />
      <MergePreview input={input} isPaused={merge.isPending || merge.isSuccess} />
      {merge.isError && (
        <Alert color="red" role="alert">
          {errorText(merge.error, t)}
        </Alert>
      )}
      <Group gap="xs">
        <Button
          leftSection={<IconArrowMerge size={16} />}
          loading={merge.isPending}
          onClick={() => merge.mutate(input)}
        >
          {t('merge.run', { count: merged.length })}
        </Button>
      </Group>
    </Stack>
  );
}
