import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { Select } from '~/ui/select/select.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { PipelineBar } from './pipeline-bar.tsx';
import { StatusList } from './status-list.tsx';
import { isStatusList, pipelinesQuery, stagesName } from './statuses.ts';

const nameOf = ({ moduleKey, slug }: Model): string => `${moduleKey}.${slug}`;

/** The lists of statuses of the account, and its pipelines with their stages. */
export function StatusesPage() {
  const { t } = useTranslation('admin');
  const can = useCan();
  const registry = useRegistry();
  const [{ list = stagesName, pipeline }, setState] = useUrlTexts();
  const models = registry.models.filter((model) => isStatusList(model) && can.read(model));
  const model = models.find((one) => nameOf(one) === list) ?? models[0];
  return (
    <Page title={t('sections.statuses.name')} description={t('statuses.text')}>
      <Box maw={760}>
        <Select
          label={t('statuses.listOf')}
          data={models.map((one) => ({ value: nameOf(one), label: one.labelPlural }))}
          value={model ? nameOf(model) : null}
          onChange={(next) => setState({ list: next ?? undefined, pipeline: undefined })}
          allowDeselect={false}
          mb="md"
        />
        {model && nameOf(model) === stagesName ? (
          <Stages model={model} pipelineId={pipeline} onChoose={(id) => setState({ pipeline: id })} />
        ) : (
          model && <StatusList key={model.path} model={model} pipelineId={undefined} />
        )}
      </Box>
    </Page>
  );
}

interface StagesProps {
  readonly model: Model;
  readonly pipelineId: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

function Stages({ model, pipelineId, onChoose }: StagesProps) {
  const mayWrite = useCan().write(model);
  const { data, error, refetch } = useQuery(pipelinesQuery);
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageLoading />;
  const chosen = data.find(({ _id }) => _id === pipelineId) ?? data[0];
  if (!chosen) return null;
  return (
    <>
      <PipelineBar pipelines={data} chosen={chosen} mayWrite={mayWrite} onChoose={onChoose} />
      <StatusList key={chosen._id} model={model} pipelineId={chosen._id} />
    </>
  );
}
