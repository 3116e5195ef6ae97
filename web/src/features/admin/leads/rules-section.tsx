import { Button, Group, Text } from '@mantine/core';
import { IconListCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Page as ListPage, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Section } from '~/ui/section.tsx';
import type { Column } from '~/ui/table/column.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { EditAndDelete } from '../parts/edit-and-delete.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import type { Rule, RuleKind } from './rules.ts';

interface RulesSectionProps {
  readonly kind: RuleKind;
  readonly columns: readonly Column<Rule>[];
}

/** The rules of one kind, with a dialog to edit them. */
export function RulesSection({ kind, columns }: RulesSectionProps) {
  const model = useRegistry().at('sales', kind.slug);
  return model ? <Rules kind={kind} columns={columns} model={model} /> : null;
}

function Rules({ kind, columns, model }: RulesSectionProps & { readonly model: Model }) {
  const { t } = useTranslation(['leads', 'admin']);
  const canWrite = useCan().write(model);
  const [edited, setEdited] = useState<Rule | 'new'>();
  const input = { sort: kind.sort, limit: 100 };
  const pages = usePages<Rule>({
    queryKey: [...keys.list(kind.path, input), 'pages'],
    read: (cursor, signal) => records.list(kind.path, { ...input, cursor }, signal) as Promise<ListPage<Rule>>,
  });
  const remove = useAction({
    run: ({ _id }: Rule) => records.remove(kind.path, _id),
    done: () => t('rules.deleted'),
  });
  const askToDelete = (rule: Rule) =>
    confirm({
      title: t('rules.delete', { name: rule.name }),
      text: t('rules.deleteText'),
      action: t('common:delete'),
      danger: true,
      run: () => remove.run(rule),
    });
  const button = canWrite && (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t(`rules.${kind.key}.new`)}
    </Button>
  );
  const name: Column<Rule> = {
    key: 'name',
    title: t('rules.name'),
    cell: (rule) => (
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {rule.name}
        </Text>
        {rule.active !== true && <ToneBadge tone="plain">{t('rules.inactive')}</ToneBadge>}
      </Group>
    ),
  };
  const buttons: Column<Rule> = {
    key: 'buttons',
    title: t('admin:table.actions'),
    titleHidden: true,
    align: 'right',
    cell: (rule) => (
      <EditAndDelete
        editLabel={t('rules.edit', { name: rule.name })}
        onEdit={() => setEdited(rule)}
        deleteLabel={t('rules.delete', { name: rule.name })}
        onDelete={() => askToDelete(rule)}
      />
    ),
  };
  return (
    <Section
      title={t(`rules.${kind.key}.title`)}
      text={t(`rules.${kind.key}.text`)}
      actions={pages.rows.length > 0 && button}
    >
      <ListTable
        label={t(`rules.${kind.key}.title`)}
        columns={[name, ...columns, ...(canWrite ? [buttons] : [])]}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconListCheck} title={t(`rules.${kind.key}.none`)} action={button} />}
      />
      {edited && (
        <RuleDialog
          kind={kind}
          model={model}
          rule={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}
