import { Button, Stack, Text } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Filter, records } from '~/api/records.ts';
import { FieldInput } from '~/fields/field-input.tsx';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { FilterBuilder } from '~/views/filter/filter-builder.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import type { Rule, RuleKind } from './rules.ts';

interface RuleDialogProps {
  readonly kind: RuleKind;
  readonly model: Model;
  /** Undefined for a new rule. */
  readonly rule: Rule | undefined;
  readonly onClose: () => void;
}

type Values = Readonly<Record<string, unknown>>;

const initialValues = ({ above, below }: RuleKind, model: Model, rule: Rule | undefined): Values =>
  Object.fromEntries(
    [...above, ...below, 'filter'].map((key) => [
      key,
      rule ? rule[key] : (model.fields.find((field) => field.key === key)?.default ?? null),
    ]),
  );

/** Edits a rule. Its conditions are edited like the filter of a list. */
export function RuleDialog({ kind, model, rule, onClose }: RuleDialogProps) {
  const { t } = useTranslation('leads');
  const registry = useRegistry();
  const [values, setValues] = useState<Values>(() => initialValues(kind, model, rule));
  const change = (key: string, value: unknown) => setValues((before) => ({ ...before, [key]: value }));
  const { save, isSaving, problems } = useSave({
    send: () => (rule ? records.update(kind.path, rule._id, values) : records.create(kind.path, values)),
    inputs: [...kind.above, ...kind.below],
    onDone: () => {
      notifyDone(t('rules.saved'));
      onClose();
    },
  });
  const inputs = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const field = model.fields.find((one) => one.key === key);
      if (!field) return [];
      const error = problems.fields[key];
      return (
        <FieldInput
          key={key}
          field={field}
          model={model}
          value={values[key]}
          onChange={(value) => change(key, value === '' ? null : value)}
          {...(error !== undefined && { error })}
        />
      );
    });
  const filtered = registry.at('sales', values.modelKey === 'contacts' ? 'contacts' : 'leads');
  return (
    <FormDialog
      title={rule ? rule.name : t(`rules.${kind.key}.new`)}
      size="lg"
      action={t(rule ? 'rules.save' : 'rules.create')}
      isBusy={isSaving}
      onSubmit={() => save()}
      onClose={onClose}
    >
      <FormAlert text={problems.form} />
      {inputs(kind.above)}
      {filtered && (
        <Conditions
          key={filtered.slug}
          model={filtered}
          value={values.filter as Filter | null}
          onChange={(filter) => change('filter', Object.keys(filter).length === 0 ? null : filter)}
        />
      )}
      {inputs(kind.below)}
    </FormDialog>
  );
}

interface ConditionsProps {
  readonly model: Model;
  readonly value: Filter | null;
  readonly onChange: (filter: Filter) => void;
}

function Conditions({ model, value, onChange }: ConditionsProps) {
  const { t } = useTranslation('leads');
  const [isOpen, setOpen] = useState(value !== null);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t('rules.conditions')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('rules.conditionsHelp')}
      </Text>
      {isOpen ? (
        <FilterBuilder model={model} value={value ?? undefined} onChange={onChange} />
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilterPlus size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setOpen(true)}
        >
          {t('rules.addConditions')}
        </Button>
      )}
    </Stack>
  );
}
