import { ActionIcon, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFilter } from '~/fields/field-input.tsx';
import type { Operator } from '~/fields/kind.ts';
import { kindOf } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import { Select } from '~/ui/select/select.tsx';
import { carryValue, type FilterField, operatorKey, startOf } from './fields.ts';
import classes from './filter.module.css';
import type { OtherConditions } from './other-conditions.ts';
import { type ConditionNode, condition, type OtherNode, other } from './tree.ts';

type RowNode = ConditionNode | OtherNode;

interface ConditionRowProps {
  readonly node: RowNode;
  readonly fields: readonly FilterField[];
  readonly others: OtherConditions | undefined;
  readonly isIncomplete: boolean;
  readonly onChange: (node: RowNode) => void;
  readonly onRemove: () => void;
}

/** The maximum number of options in the dropdown. Typing narrows it. */
const maxShown = 100;

/** Distinguishes other conditions from fields in the dropdown, because a field may have the same name. */
const otherMark = '#';

const subjectOf = (node: RowNode): string => (node.kind === 'other' ? otherMark + (node.key ?? '') : node.field);

export function ConditionRow({ node, fields, others, isIncomplete, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation(['records', 'fields']);
  const data = useMemo(() => groupedOptions(fields, others, t), [fields, others, t]);
  const subject = subjectOf(node);
  const isOffered = data.some(({ items }) => items.some(({ value }) => value === subject));
  const choose = (next: string | null) => {
    const field = fields.find(({ path }) => path === next);
    const option = others?.options.find(({ key }) => next === otherMark + (key ?? ''));
    if (field) {
      const { operator, value } = startOf(field.field);
      onChange({ ...condition(field.path, operator, value), id: node.id });
    } else if (others && option) onChange({ ...other(option.key, others.startOf(option.key)), id: node.id });
  };
  return (
    <div className={classes.condition} data-other={node.kind === 'other' || undefined}>
      <Select
        size="xs"
        aria-label={t('filter.field')}
        data={data}
        value={isOffered ? subject : null}
        placeholder={isOffered ? undefined : node.kind === 'other' ? (node.key ?? '') : node.field}
        onChange={choose}
        searchable
        limit={maxShown}
        allowDeselect={false}
        nothingFoundMessage={t('filter.noField')}
      />
      {node.kind === 'condition' && <OperatorSelect node={node} fields={fields} onChange={onChange} />}
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('filter.removeCondition')} onClick={onRemove}>
        <IconTrash size={14} />
      </ActionIcon>
      <div className={classes.value}>
        {node.kind === 'condition' ? (
          <ConditionValue node={node} fields={fields} onChange={onChange} />
        ) : (
          others && <others.Row node={node} onChange={(value) => onChange({ ...node, value })} />
        )}
        {isIncomplete && (
          <Text size="xs" mt={4} c="var(--mantine-color-error)" data-incomplete>
            {t('filter.incomplete')}
          </Text>
        )}
      </div>
    </div>
  );
}

interface PartProps {
  readonly node: ConditionNode;
  readonly fields: readonly FilterField[];
  readonly onChange: (node: ConditionNode) => void;
}

const fieldOf = ({ node, fields }: PartProps) => fields.find(({ path }) => path === node.field)?.field;

function OperatorSelect(props: PartProps) {
  const { node, onChange } = props;
  const { t } = useTranslation(['records', 'fields']);
  const field = fieldOf(props);
  const usual = field ? kindOf(field).operators : [];
  // A filter from an address or the API may use an operator that the console does not offer.
  const operators = usual.includes(node.operator) ? usual : [...usual, node.operator];
  return (
    <Select
      size="xs"
      aria-label={t('filter.operator')}
      data={operators.map((operator) => ({
        value: operator,
        label: field ? t(`fields:${operatorKey(field, operator)}`) : operator,
      }))}
      value={node.operator}
      onChange={(value) => {
        const operator = value as Operator;
        onChange({ ...node, operator, value: carryValue(node.value, node.operator, operator) });
      }}
      allowDeselect={false}
      disabled={!field}
    />
  );
}

function ConditionValue(props: PartProps) {
  const { node, onChange } = props;
  const { t } = useTranslation('records');
  const field = fieldOf(props);
  if (field)
    return (
      <FieldFilter
        field={field}
        operator={node.operator}
        value={node.value}
        onChange={(value) => onChange({ ...node, value })}
      />
    );
  // A condition that was not completed does not name a field yet.
  if (isEmpty(node.value)) return null;
  return (
    <Text size="xs" c="red">
      {t('filter.unknownField', { field: node.field })}
    </Text>
  );
}

function groupedOptions(
  fields: readonly FilterField[],
  others: OtherConditions | undefined,
  t: (key: 'filter.ownFields' | 'filter.others') => string,
) {
  const groups = Map.groupBy(fields, ({ through }) => through ?? t('filter.ownFields'));
  const options = [...groups].map(([group, members]) => ({
    group,
    items: members.map(({ path, label }) => ({ value: path, label })),
  }));
  if (!others) return options;
  const items = others.options.map(({ key, label }) => ({ value: otherMark + (key ?? ''), label }));
  // They are before the fields of other records, of which there are many.
  return [...options.slice(0, 1), { group: t('filter.others'), items }, ...options.slice(1)];
}
