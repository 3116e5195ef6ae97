import { Anchor, Checkbox, Group, Text } from '@mantine/core';
import { IconDatabaseCog } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { customFieldsOf } from './schema.ts';

/** All models of the account, built-in and custom. */
export function ModelsTable() {
  const { t } = useTranslation('admin');
  const { models } = useRegistry();
  const [{ q, module, custom }, setState] = useUrlTexts();
  const wanted = q?.toLowerCase();
  const shown = models.filter(
    (model) =>
      (module === undefined || model.moduleKey === module) &&
      (custom === undefined || model.custom || customFieldsOf(model) > 0) &&
      (wanted === undefined ||
        `${model.label} ${model.labelPlural} ${modelName(model)}`.toLowerCase().includes(wanted)),
  );
  const moduleLabel = (key: string) => t(`modules.${key}`, key);
  const modules = [...new Set(models.map(({ moduleKey }) => moduleKey))].sort();
  const columns: Column<Model>[] = [
    {
      key: 'label',
      title: t('models.model'),
      cell: (model) => (
        <>
          <Group gap="xs">
            <Anchor component={Link} to={`/admin/models/${model.moduleKey}/${model.slug}`} size="sm" fw={500}>
              {model.labelPlural}
            </Anchor>
            {model.custom && <ToneBadge tone="busy">{t('models.own')}</ToneBadge>}
          </Group>
          <Text size="xs" c="dimmed" ff="monospace">
            {modelName(model)}
          </Text>
        </>
      ),
    },
    { key: 'module', title: t('models.module'), wide: true, cell: ({ moduleKey }) => moduleLabel(moduleKey) },
    { key: 'fields', title: t('models.fields'), align: 'right', wide: true, cell: ({ fields }) => fields.length },
    { key: 'custom', title: t('models.customFields'), align: 'right', wide: true, cell: customFieldsOf },
  ];
  return (
    <>
      <Group gap="xs" mb="sm">
        <SearchBox
          label={t('models.search')}
          placeholder={t('models.search')}
          clearable
          value={q}
          onChange={(next) => setState({ q: next })}
        />
        <Select
          size="xs"
          w={180}
          aria-label={t('models.module')}
          placeholder={t('modules.all')}
          data={modules.map((value) => ({ value, label: moduleLabel(value) }))}
          value={module ?? null}
          onChange={(next) => setState({ module: next ?? undefined })}
          clearable
        />
        <Checkbox
          size="xs"
          label={t('models.onlyCustom')}
          checked={custom !== undefined}
          onChange={(event) => setState({ custom: event.currentTarget.checked ? 'yes' : undefined })}
        />
        <Text size="xs" c="dimmed" aria-live="polite">
          {t('models.count', { count: shown.length })}
        </Text>
      </Group>
      <ListTable
        label={t('sections.models.name')}
        columns={columns}
        rowKey={modelName}
        pages={{ rows: shown, isPending: false, error: null, retry: () => undefined }}
        empty={<EmptyState icon={IconDatabaseCog} title={t('models.none')} text={t('models.noneText')} />}
      />
    </>
  );
}
