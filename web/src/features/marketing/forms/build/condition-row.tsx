import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/select/select.tsx';
import type { Condition } from '../form.ts';
import type { FormField } from '../form-field.ts';

interface ConditionRowProps {
  readonly condition: Condition;
  readonly fields: readonly FormField[];
  readonly disabled: boolean;
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: (() => void) | undefined;
}

const isNumber = (field: FormField | undefined): boolean => field?.type === 'number' || field?.type === 'integer';

function operatorsOf(field: FormField | undefined): readonly string[] {
  if (field?.type === 'boolean') return ['eq'];
  if (isNumber(field) || field?.type === 'date' || field?.type === 'datetime')
    return ['eq', 'ne', 'gt', 'lt', 'null', 'notNull'];
  if (field?.type === 'choice') return ['eq', 'ne', 'null', 'notNull'];
  if (field?.type === 'list') return ['contains', 'null', 'notNull'];
  return ['eq', 'ne', 'contains', 'null', 'notNull'];
}

/** `null` with the value `false` is shown as a separate operator. */
const shownOperator = ({ operator = 'eq', value }: Condition): string =>
  operator === 'null' && value === false ? 'notNull' : operator;

/** A condition: a field, an operator and a value. */
export function ConditionRow({ condition, fields, disabled, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation('marketing-forms');
  const field = fields.find(({ key }) => key === condition.field);
  const operator = shownOperator(condition);
  const isAboutEmpty = operator === 'null' || operator === 'notNull';
  const setOperator = (next: string) =>
    onChange(
      next === 'null' || next === 'notNull'
        ? { field: condition.field, operator: 'null', value: next === 'null' }
        : { ...condition, operator: next, value: isAboutEmpty ? undefined : condition.value },
    );
  return (
    <Group gap={6} wrap="wrap" align="center">
      <Select
        size="xs"
        flex={1}
        miw={130}
        aria-label={t('logic.field')}
        data={fields.map(({ key, label }) => ({ value: key, label }))}
        value={condition.field}
        onChange={(next) => next !== null && onChange({ field: next, operator: 'eq' })}
        allowDeselect={false}
        disabled={disabled}
      />
      <Select
        size="xs"
        w={130}
        aria-label={t('logic.operator')}
        data={operatorsOf(field).map((value) => ({ value, label: t(`logic.operators.${value}`) }))}
        value={operator}
        onChange={(next) => next !== null && setOperator(next)}
        allowDeselect={false}
        disabled={disabled}
      />
      {!isAboutEmpty && <ValueInput condition={condition} field={field} disabled={disabled} onChange={onChange} />}
      {onRemove && !disabled && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('logic.removeCondition')} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      )}
    </Group>
  );
}

function ValueInput({
  condition,
  field,
  disabled,
  onChange,
}: Pick<ConditionRowProps, 'condition' | 'disabled' | 'onChange'> & { readonly field: FormField | undefined }) {
  const { t } = useTranslation('marketing-forms');
  const { value } = condition;
  const shared = { size: 'xs', flex: 1, miw: 120, 'aria-label': t('logic.value'), disabled } as const;
  if (field?.type === 'boolean')
    return (
      <Select
        {...shared}
        data={[
          { value: 'true', label: t('common:yes') },
          { value: 'false', label: t('common:no') },
        ]}
        value={value === undefined ? null : String(value)}
        onChange={(next) => onChange({ ...condition, value: next === 'true' })}
      />
    );
  if (field && field.options.length > 0)
    return (
      <Select
        {...shared}
        data={field.options.map((option) => ({ value: option.value, label: option.label }))}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange({ ...condition, value: next ?? undefined })}
      />
    );
  const typed = (text: string) => (isNumber(field) && text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text);
  return (
    <TextInput
      {...shared}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(event) => onChange({ ...condition, value: typed(event.currentTarget.value) })}
    />
  );
}
