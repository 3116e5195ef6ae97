import { Button, CopyButton, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ai } from '~/api/ai.ts';
import { keys } from '~/api/keys.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Markdown } from '~/ui/markdown/markdown.tsx';

interface SummaryButtonProps {
  readonly model: Model;
  readonly id: string;
  readonly version: number;
  readonly aiModel: string;
}

/** Summarises a record and its related records with a language model. The summary is not stored. */
export function SummaryButton({ model, id, version, aiModel }: SummaryButtonProps) {
  const { t } = useTranslation('ai');
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconSparkles size={16} />} onClick={open}>
        {t('summary.action')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('summary.title')} size="lg">
        <Summary model={model} id={id} version={version} aiModel={aiModel} />
      </Modal>
    </>
  );
}

function Summary({ model, id, version, aiModel }: SummaryButtonProps) {
  const { t, i18n } = useTranslation('ai');
  const { language } = i18n;
  const { data, error, isFetching, refetch } = useQuery({
    // The summary is cached until the record changes.
    queryKey: [...keys.model('/api/ai/summaries'), modelName(model), id, version, aiModel, language],
    queryFn: () => ai.summarize({ model: modelName(model), id, aiModel, language }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (isFetching)
    return (
      <Stack gap="xs" aria-busy="true" aria-label={t('working')}>
        <Skeleton h={14} />
        <Skeleton h={14} />
        <Skeleton h={14} w="70%" />
      </Stack>
    );
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="md" role="status">
      <Markdown text={data?.text ?? ''} />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {t('check')}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t('again')}
          </Button>
          <CopyButton value={data?.text ?? ''}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Group>
    </Stack>
  );
}
