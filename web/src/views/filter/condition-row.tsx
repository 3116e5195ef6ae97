import { ActionIcon, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFilter } from '~/fields/field-input.tsx';
import type { Operator } from '~/fields/kind.ts';
import { kindOf } from '~/fields/kinds.ts';
import { Select } from '~/ui/select/select.tsx';
import { carryValue, type FilterField, operatorKey, startOf } from './fields.ts';
import classes from './filter.module.css';
import type { ConditionNode } from './tree.ts';

interface ConditionRowProps {
  readonly node: ConditionNode;
  readonly fields: readonly FilterField[];
  readonly onChange: (node: ConditionNode) => void;
  readonly onRemove: () => void;
}

/** The maximum number of options in the dropdown. Typing narrows it. */
const maxShown = 100;

export function ConditionRow({ node, fields, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation(['records', 'fields']);
  const chosen = fields.find(({ path }) => path === node.field);
  const data = useMemo(() => groupedOptions(fields, t('filter.ownFields')), [fields, t]);
  const usual = chosen ? kindOf(chosen.field).operators : [];
  // A filter from an address or the API may use an operator that the console does not offer.
  const operators = usual.includes(node.operator) ? usual : [...usual, node.operator];
  return (
    <div className={classes.condition}>
      <Select
        size="xs"
        aria-label={t('filter.field')}
        data={data}
        value={chosen ? node.field : null}
        placeholder={chosen ? undefined : node.field}
        onChange={(path) => {
          const next = fields.find((one) => one.path === path);
          if (next) onChange({ ...node, field: next.path, ...startOf(next.field) });
        }}
        searchable
        limit={maxShown}
        allowDeselect={false}
        nothingFoundMessage={t('filter.noField')}
      />
      <Select
        size="xs"
        aria-label={t('filter.operator')}
        data={operators.map((operator) => ({
          value: operator,
          label: chosen ? t(`fields:${operatorKey(chosen.field, operator)}`) : operator,
        }))}
        value={node.operator}
        onChange={(value) => {
          const operator = value as Operator;
          onChange({ ...node, operator, value: carryValue(node.value, node.operator, operator) });
        }}
        allowDeselect={false}
        disabled={!chosen}
      />
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('filter.removeCondition')} onClick={onRemove}>
        <IconTrash size={14} />
      </ActionIcon>
      <div className={classes.value}>
        {chosen ? (
          <FieldFilter
            field={chosen.field}
            operator={node.operator}
            value={node.value}
            onChange={(value) => onChange({ ...node, value })}
          />
        ) : (
          <Text size="xs" c="red">
            {t('filter.unknownField', { field: node.field })}
          </Text>
        )}
      </div>
    </div>
  );
}

function groupedOptions(fields: readonly FilterField[], own: string) {
  const groups = Map.groupBy(fields, ({ through }) => through ?? own);
  return [...groups].map(([group, members]) => ({
    group,
    items: members.map(({ path, label }) => ({ value: path, label })),
  }));
}
