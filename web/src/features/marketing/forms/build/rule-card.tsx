import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { Condition, LogicRule } from '../form.ts';
import type { FormField } from '../form-field.ts';
import { conditionsOf, makeRule } from '../form-items.ts';
import classes from './build.module.css';
import { ConditionRow } from './condition-row.tsx';

interface RuleCardProps {
  readonly number: number;
  readonly rule: LogicRule;
  readonly fields: readonly FormField[];
  readonly disabled: boolean;
  readonly onChange: (rule: LogicRule) => void;
  readonly onRemove: () => void;
}

const effects = ['show', 'hide', 'require'] as const;

/** A rule: if the conditions are met, the fields change. */
export function RuleCard({ number, rule, fields, disabled, onChange, onRemove }: RuleCardProps) {
  const { t } = useTranslation('marketing-forms');
  const conditions = conditionsOf(rule);
  const set = (change: { if?: readonly Condition[]; effect?: LogicRule['then']; fields?: string[]; any?: boolean }) =>
    onChange(
      makeRule(
        change.if ?? conditions,
        change.effect ?? rule.then,
        change.fields ?? rule.fields,
        change.any ?? rule.any === true,
      ),
    );
  const options = fields.map(({ key, label }) => ({ value: key, label }));
  return (
    <section className={classes.rule} aria-label={t('logic.rule', { number })}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={500}>
            {t('logic.when')}
          </Text>
          {!disabled && (
            <ActionIcon variant="subtle" color="red" aria-label={t('logic.remove', { number })} onClick={onRemove}>
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
        {conditions.length > 1 && (
          <Select
            size="xs"
            aria-label={t('logic.match')}
            data={[
              { value: 'all', label: t('logic.all') },
              { value: 'any', label: t('logic.any') },
            ]}
            value={rule.any ? 'any' : 'all'}
            onChange={(value) => set({ any: value === 'any' })}
            allowDeselect={false}
            disabled={disabled}
            w={{ base: '100%', xs: 240 }}
          />
        )}
        {conditions.map((condition, n) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id.
            key={n}
            condition={condition}
            fields={fields}
            disabled={disabled}
            onChange={(next) => set({ if: conditions.map((one, at) => (at === n ? next : one)) })}
            onRemove={conditions.length > 1 ? () => set({ if: conditions.filter((_, at) => at !== n) }) : undefined}
          />
        ))}
        {!disabled && (
          <Button
            size="compact-xs"
            variant="subtle"
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => set({ if: [...conditions, { field: fields[0]?.key ?? '', operator: 'eq' }] })}
          >
            {t('logic.addCondition')}
          </Button>
        )}
        <Group gap="xs" align="flex-start" wrap="wrap">
          <Select
            size="xs"
            aria-label={t('logic.then')}
            data={effects.map((value) => ({ value, label: t(`logic.${value}`) }))}
            value={rule.then}
            onChange={(value) => value !== null && set({ effect: value as LogicRule['then'] })}
            allowDeselect={false}
            disabled={disabled}
            w={150}
          />
          <MultiSelect
            size="xs"
            flex={1}
            miw={180}
            searchable
            aria-label={t('logic.fields')}
            data={options}
            value={[...rule.fields]}
            onChange={(value) => set({ fields: value })}
            disabled={disabled}
          />
        </Group>
      </Stack>
    </section>
  );
}
