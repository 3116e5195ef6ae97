import { Button, Drawer, Group, Input, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Filter, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FilterBuilder } from '~/views/filter/filter-builder.tsx';
import { type Dashboard, dashboardsPath } from '~/widgets/data.ts';
import styles from './dashboards.module.css';

interface FiltersDrawerProps {
  readonly dashboard: Dashboard;
  readonly onClose: () => void;
}

/** The models of the widgets, and of existing filters. */
export function useFilteredModels({ widgets, filters }: Dashboard): { all: Model[]; filtered: Model[] } {
  const registry = useRegistry();
  const named = (names: readonly (string | undefined)[]) => [
    ...new Set(names.flatMap((name) => (name === undefined ? [] : (registry.find(name) ?? [])))),
  ];
  const filtered = named(Object.keys(filters ?? {}));
  return { all: [...new Set([...named((widgets ?? []).map(({ model }) => model)), ...filtered])], filtered };
}

/** Filters for all widgets of a dashboard, by model. */
export function FiltersDrawer({ dashboard, onClose }: FiltersDrawerProps) {
  const { t } = useTranslation('dashboards');
  const registry = useRegistry();
  const refresh = useRefresh(dashboardsPath);
  const { all } = useFilteredModels(dashboard);
  const [filters, setFilters] = useState<Readonly<Record<string, Filter>>>(() =>
    Object.fromEntries(
      Object.entries(dashboard.filters ?? {}).flatMap(([name, filter]) => {
        const model = registry.find(name);
        return model ? [[modelName(model), filter]] : [];
      }),
    ),
  );
  const save = useMutation({
    mutationFn: () => {
      const given = Object.entries(filters).filter(([, filter]) => Object.keys(filter).length > 0);
      const value = given.length > 0 ? Object.fromEntries(given) : null;
      return records.update(dashboardsPath, dashboard._id, { filters: value }, { version: dashboard.version });
    },
    onSuccess: async () => {
      await refresh();
      notifyDone(t('saved'));
      onClose();
    },
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={t('filters.title')}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t(all.length === 0 ? 'filters.none' : 'filters.text')}
        </Text>
        {save.error && <ErrorState error={save.error} />}
        {all.map((model) => (
          <Input.Wrapper key={modelName(model)} label={model.labelPlural} labelElement="div">
            <FilterBuilder
              model={model}
              value={filters[modelName(model)]}
              onChange={(filter) => setFilters((before) => ({ ...before, [modelName(model)]: filter }))}
            />
          </Input.Wrapper>
        ))}
        <Group justify="flex-end" gap="xs" className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button disabled={all.length === 0} loading={save.isPending} onClick={() => save.mutate()}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
