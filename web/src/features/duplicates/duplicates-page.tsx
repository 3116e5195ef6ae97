import { Alert, Button, Center, Progress, Stack, Text } from '@mantine/core';
import { IconCopyCheck, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type DuplicateGroup, duplicates, duplicatesKey, type DuplicatesPage as FoundPage } from '~/api/duplicates.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { backoffMs } from '~/lib/backoff.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Select } from '~/ui/select/select.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { GroupCard } from './group-card.tsx';

const usualModels: readonly string[] = ['sales.contacts', 'sales.accounts', 'sales.leads'];
const rulesModel = 'data.duplicateRules';

/** The models that have rules; the usual ones for people who may not read rules. */
function useModels(): readonly Model[] {
  const registry = useRegistry();
  const can = useCan();
  const rules = registry.find(rulesModel);
  const path = rules?.path ?? '';
  const input = { filter: { active: true }, fields: ['model'], limit: 200, count: 'none' } as const;
  const { data } = useQuery({
    queryKey: keys.list(path, input),
    queryFn: ({ signal }) => records.list(path, input, signal),
    enabled: rules !== undefined && can.read(rules),
  });
  const names = data ? data.data.map(({ model }) => String(model)) : usualModels;
  return [...new Set(names)].flatMap((name) => {
    const model = registry.find(name);
    return model && can.read(model) ? [model] : [];
  });
}

/** The list of groups of records that seem to be the same, to be worked through. */
export function DuplicatesPage() {
  const { t } = useTranslation('duplicates');
  const registry = useRegistry();
  const can = useCan();
  const models = useModels();
  const [{ model: name }, setState] = useUrlTexts();
  const model = (name === undefined ? undefined : registry.find(name)) ?? models[0];
  const rules = registry.find(rulesModel);
  return (
    <Page
      title={t('title')}
      description={t('text')}
      actions={
        rules &&
        can.write(rules) && (
          <Button
            component={Link}
            to="/m/data/duplicateRules"
            size="xs"
            variant="default"
            leftSection={<IconSettings size={16} />}
          >
            {t('rules')}
          </Button>
        )
      }
    >
      <Select
        size="xs"
        mb="sm"
        w={{ base: '100%', xs: 280 }}
        aria-label={t('model')}
        data={models.map((each) => ({ value: modelName(each), label: each.labelPlural }))}
        value={model ? modelName(model) : null}
        onChange={(next) => setState({ model: next ?? undefined })}
        allowDeselect={false}
      />
      {model && <Groups key={model.path} model={model} />}
    </Page>
  );
}

function Groups({ model }: { readonly model: Model }) {
  const { t } = useTranslation('duplicates');
  const first = useQuery({
    queryKey: [...duplicatesKey(model.path), 'state'],
    queryFn: ({ signal }) => duplicates.list({ model: modelName(model) }, signal).then(({ meta }) => meta),
    // The list grows while a job compares records.
    refetchInterval: ({ state }) => (state.data && !state.data.ready ? backoffMs(state.dataUpdateCount) : false),
  });
  const isReady = first.data?.ready ?? true;
  const pages = usePages<DuplicateGroup>({
    queryKey: [...duplicatesKey(model.path), isReady],
    read: (cursor, signal): Promise<FoundPage> => duplicates.list({ model: modelName(model), cursor }, signal),
  });
  const { rows, error, isPending, hasMore, readMore, isFetching, retry } = pages;
  if (error && rows.length === 0) return <ErrorState error={error} onRetry={retry} />;
  if (isPending) return <PageLoading />;
  const isEmpty = rows.length === 0;
  return (
    <Stack gap="sm">
      {!isReady && (
        <Alert variant="light" role="status">
          <Text size="sm" mb={6}>
            {t('comparing')}
          </Text>
          <Progress value={100} animated size="sm" aria-label={t('comparing')} />
        </Alert>
      )}
      {isEmpty && isReady && (
        <EmptyState
          icon={IconCopyCheck}
          title={t(first.data?.rules === 0 ? 'noRules' : 'none')}
          text={t(first.data?.rules === 0 ? 'noRulesText' : 'noneText', { models: model.labelPlural })}
        />
      )}
      {!isEmpty && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {t(hasMore ? 'countMore' : 'count', { count: rows.length })}
        </Text>
      )}
      {rows.map((group) => (
        <GroupCard key={`${group.ruleId} ${group.ids.join()}`} model={model} group={group} />
      ))}
      {hasMore && (
        <Center>
          <Button variant="default" size="xs" onClick={readMore} loading={isFetching}>
            {t('more')}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
