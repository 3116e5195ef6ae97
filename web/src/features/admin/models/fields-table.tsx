import { Group, SegmentedControl, Text } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { declaredType, type Field, isDerived, type Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { useAction } from '~/views/parts/use-action.ts';
import { EditAndDelete } from '../parts/edit-and-delete.tsx';
import { limitOf } from './field-values.ts';
import { schema } from './schema.ts';

interface FieldsTableProps {
  readonly model: Model;
  readonly onEdit: (field: Field) => void;
}

export function FieldsTable({ model, onEdit }: FieldsTableProps) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [{ q, of }, setState] = useUrlTexts();
  const wanted = q?.toLowerCase();
  const shown = model.fields.filter(
    ({ key, label, custom }) =>
      (of === undefined || custom) && (wanted === undefined || `${label} ${key}`.toLowerCase().includes(wanted)),
  );
  const remove = useAction({
    run: ({ key }: Field) => schema.removeField(model, key),
    refresh: () => client.invalidateQueries({ queryKey: keys.registry }),
    done: (_, { label }) => t('fields.deleted', { label }),
  });
  const ask = (field: Field) =>
    confirm({
      title: t('fields.deleteTitle', { label: field.label }),
      text: t('fields.deleteText'),
      action: t('fields.delete'),
      danger: true,
      run: () => remove.run(field),
    });
  const columns: Column<Field>[] = [
    {
      key: 'label',
      title: t('fields.label'),
      cell: ({ label, key, custom, help }) => (
        <>
          <Group gap="xs">
            <Text size="sm" fw={500} title={help}>
              {label}
            </Text>
            {custom && <ToneBadge tone="busy">{t('models.own')}</ToneBadge>}
          </Group>
          <Text size="xs" c="dimmed" ff="monospace">
            {key}
          </Text>
        </>
      ),
    },
    { key: 'type', title: t('fields.type'), cell: (field) => <TypeText field={field} /> },
    { key: 'group', title: t('fields.group'), wide: true, cell: ({ group }) => group },
    { key: 'rules', title: t('fields.rules'), wide: true, cell: (field) => <Rules field={field} /> },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      width: 76,
      cell: (field) =>
        field.custom && (
          <EditAndDelete
            editLabel={t('fields.editOf', { label: field.label })}
            onEdit={() => onEdit(field)}
            deleteLabel={t('fields.deleteOf', { label: field.label })}
            onDelete={() => ask(field)}
          />
        ),
    },
  ];
  return (
    <>
      <Group gap="xs" my="sm">
        <SearchBox
          label={t('fields.search')}
          placeholder={t('fields.search')}
          clearable
          value={q}
          onChange={(next) => setState({ q: next })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('fields.which')}
          value={of ?? ''}
          onChange={(next) => setState({ of: next || undefined })}
          data={[
            { value: '', label: t('fields.all') },
            { value: 'custom', label: t('models.customFields') },
          ]}
        />
      </Group>
      <ListTable
        label={t('models.fields')}
        columns={columns}
        rowKey={({ key }) => key}
        pages={{ rows: shown, isPending: false, error: null, retry: () => undefined }}
        empty={<EmptyState icon={IconForms} title={t('fields.none')} text={t('fields.noneText')} />}
      />
    </>
  );
}

/** The type as text, with the target of a reference. */
function TypeText({ field }: { readonly field: Field }) {
  const { t } = useTranslation('admin');
  const target = useRegistry().target(field);
  return (
    <>
      <Text size="sm">{t(`fields.types.${declaredType(field)}`, field.type)}</Text>
      {isDerived(field) && (
        <Text size="xs" c="dimmed">
          {t(`fields.types.${field.type}`)}
        </Text>
      )}
      {target && (
        <Text size="xs" c="dimmed">
          {target.labelPlural}
        </Text>
      )}
      {field.options && field.options.length > 0 && (
        <Text size="xs" c="dimmed" lineClamp={1} maw={280} title={field.options.map(({ label }) => label).join(', ')}>
          {field.options.map(({ label }) => label).join(', ')}
        </Text>
      )}
    </>
  );
}

function Rules({ field }: { readonly field: Field }) {
  const { t } = useTranslation('admin');
  const { required, unique, readOnly, computed, createOnly, strict, maxLength, searchable } = field;
  const isNumeric = !isDerived(field) && (field.type === 'number' || field.type === 'integer');
  const rules = [
    required && t('fields.required'),
    unique && t('fields.unique'),
    computed || isDerived(field) ? t('fields.computed') : readOnly && t('fields.readOnly'),
    createOnly && t('fields.createOnly'),
    strict && t('fields.strict'),
    searchable && t('fields.searchable'),
    maxLength !== undefined && !isDerived(field) && t('fields.maxLengthOf', { count: maxLength }),
    isNumeric && limitOf(field.min) !== undefined && t('fields.minOf', { value: field.min }),
    isNumeric && limitOf(field.max) !== undefined && t('fields.maxOf', { value: field.max }),
  ].filter((rule) => typeof rule === 'string');
  return (
    <Text size="xs" c="dimmed">
      {rules.join(' · ')}
    </Text>
  );
}
