import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import { useAiModel } from '~/metadata/ai.ts';
import type { Model } from '~/metadata/model.ts';
import { FilterBuilder } from '~/views/filter/filter-builder.tsx';

const AskFilter = lazy(() => import('./ask-filter.tsx').then((module) => ({ default: module.AskFilter })));

/** The list waits for this pause in typing. */
const waitMs = 350;

interface FilterDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly model: Model;
  readonly filter: Filter | undefined;
  readonly onChange: (filter: Filter) => void;
  /** Called with the filter, and possibly the sort, for a question. */
  readonly onAsked: (asked: { filter: Filter; sort?: readonly string[] }) => void;
  /** The field of the first condition. */
  readonly startField: string | undefined;
}

/** The filter builder next to the list, which updates at once. */
export function FilterDrawer({ opened, onClose, model, filter, onChange, onAsked, startField }: FilterDrawerProps) {
  const aiModel = useAiModel();
  const { t } = useTranslation('records');
  const change = useDebouncedCallback(onChange, { delay: waitMs, flushOnUnmount: true });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={420}
      title={<Text fw={600}>{t('filter.title')}</Text>}
      shadow="md"
      withOverlay={false}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        {aiModel !== undefined && (
          <Suspense fallback={null}>
            <AskFilter model={model} aiModel={aiModel} onApply={onAsked} />
          </Suspense>
        )}
        <FilterBuilder model={model} value={filter} onChange={change} startField={startField} />
        <Text size="xs" c="dimmed">
          {t('filter.hint')}
        </Text>
        <Group justify="space-between">
          <Button size="xs" variant="default" onClick={() => onChange({})}>
            {t('filter.clear')}
          </Button>
          <Button size="xs" onClick={onClose}>
            {t('filter.done')}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
