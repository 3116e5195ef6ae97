import { Button, Text } from '@mantine/core';
import { IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import type { Model, Rule } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { describe } from '~/views/filter/describe.ts';
import { toTree } from '~/views/filter/tree.ts';
import { useWords } from '~/views/filter/use-words.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { EditAndDelete } from '../parts/edit-and-delete.tsx';
import { RuleModal } from './rule-modal.tsx';
import { limits, schema } from './schema.ts';

/** The rules for the records of a model. */
export function RulesSection({ model }: { readonly model: Model }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [edited, setEdited] = useState<Rule | 'new'>();
  const rules = model.rules ?? [];
  const remove = useAction({
    run: ({ _id }: Rule) => schema.removeRule(model, _id),
    refresh: () => client.invalidateQueries({ queryKey: keys.registry }),
    done: (_, { name }) => t('rules.deleted', { name }),
  });
  const ask = (rule: Rule) =>
    confirm({
      title: t('rules.deleteTitle', { name: rule.name }),
      text: t('rules.deleteText'),
      action: t('rules.delete'),
      danger: true,
      run: () => remove.run(rule),
    });
  const columns: Column<Rule>[] = [
    {
      key: 'name',
      title: t('rules.name'),
      cell: ({ name, message }) => (
        <>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={2} maw={360}>
            {message}
          </Text>
        </>
      ),
    },
    { key: 'when', title: t('rules.when'), wide: true, cell: (rule) => <WhenText model={model} rule={rule} /> },
    { key: 'then', title: t('rules.then'), cell: (rule) => <ThenText model={model} rule={rule} /> },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      width: 76,
      cell: (rule) => (
        <EditAndDelete
          editLabel={t('rules.editOf', { name: rule.name })}
          onEdit={() => setEdited(rule)}
          deleteLabel={t('rules.deleteOf', { name: rule.name })}
          onDelete={() => ask(rule)}
        />
      ),
    },
  ];
  return (
    <PageSection
      title={t('rules.title')}
      text={t('rules.text')}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => setEdited('new')}
          disabled={rules.length >= limits.rulesOfModel}
        >
          {t('rules.add')}
        </Button>
      }
    >
      <ListTable
        label={t('rules.title')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={{ rows: rules, isPending: false, error: null, retry: () => undefined }}
        empty={<EmptyState icon={IconShieldCheck} title={t('rules.none')} text={t('rules.noneText')} />}
      />
      {edited !== undefined && (
        <RuleModal model={model} rule={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </PageSection>
  );
}

interface RuleTextProps {
  readonly model: Model;
  readonly rule: Rule;
}

function WhenText({ model, rule: { when } }: RuleTextProps) {
  const { t } = useTranslation('admin');
  const tree = useMemo(() => toTree(when), [when]);
  const words = useWords(model, tree);
  return (
    <Text size="sm" maw={360}>
      {tree.children.length === 0 ? t('rules.always') : describe(tree, words)}
    </Text>
  );
}

function ThenText({ model, rule: { require } }: RuleTextProps) {
  const { t } = useTranslation('admin');
  const registry = useRegistry();
  const labels = (require ?? []).map((key) => registry.field(model, key)?.label ?? key);
  return <Text size="sm">{require ? t('rules.requiresOf', { fields: labels.join(', ') }) : t('rules.forbids')}</Text>;
}
