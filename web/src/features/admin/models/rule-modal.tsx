import { Input, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import type { Model, Rule } from '~/metadata/model.ts';
import { registryQuery } from '~/metadata/registry.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { FilterBuilder } from '~/views/filter/filter-builder.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { schema } from './schema.ts';

interface RuleModalProps {
  readonly model: Model;
  /** Undefined for a new rule. */
  readonly rule: Rule | undefined;
  readonly onClose: () => void;
}

type Consequence = 'require' | 'forbid';

interface RuleValues {
  readonly name: string;
  readonly when: Filter;
  readonly consequence: Consequence;
  readonly require: readonly string[];
  readonly message: string;
}

const valuesOf = (rule: Rule | undefined): RuleValues => ({
  name: rule?.name ?? '',
  when: rule?.when ?? {},
  consequence: rule?.forbid ? 'forbid' : 'require',
  require: rule?.require ?? [],
  message: rule?.message ?? '',
});

const definitionOf = ({ name, when, consequence, require, message }: RuleValues) => ({
  name,
  when,
  message,
  ...(consequence === 'forbid' ? { forbid: true } : { require }),
});

/** Adds or edits a rule for the records of a model. */
export function RuleModal({ model, rule, onClose }: RuleModalProps) {
  const { t } = useTranslation(['admin', 'common']);
  const client = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(rule));
  const change = (next: Partial<RuleValues>) => setValues((held) => ({ ...held, ...next }));
  const { save, isSaving, problems } = useSave({
    send: () => {
      const definition = definitionOf(values);
      return rule ? schema.changeRule(model, rule._id, definition) : schema.createRule(model, definition);
    },
    inputs: ['name', 'when', 'require', 'forbid', 'message'],
    onDone: async ({ name }) => {
      await client.invalidateQueries({ queryKey: registryQuery.queryKey });
      notifyDone(t('rules.saved', { name }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(rule ? 'rules.edit' : 'rules.add')}
      size="xl"
      action={t(rule ? 'common:save' : 'rules.add')}
      disabled={values.consequence === 'require' && values.require.length === 0}
      isBusy={isSaving}
      onSubmit={() => save()}
      onClose={onClose}
    >
      <FormAlert text={problems.form} />
      <TextInput
        label={t('rules.name')}
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={problems.fields.name}
        maxLength={100}
        required
        data-autofocus
      />
      <Input.Wrapper
        label={t('rules.when')}
        labelElement="div"
        description={t('rules.whenHelp')}
        error={problems.fields.when}
      >
        <FilterBuilder model={model} value={values.when} onChange={(when) => change({ when })} ownOnly />
      </Input.Wrapper>
      <ConsequenceInput model={model} values={values} onChange={change} problems={problems.fields} />
      <Textarea
        label={t('rules.message')}
        description={t('rules.messageHelp')}
        value={values.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
        error={problems.fields.message}
        maxLength={500}
        autosize
        minRows={2}
        required
      />
    </FormDialog>
  );
}

interface ConsequenceInputProps {
  readonly model: Model;
  readonly values: RuleValues;
  readonly onChange: (change: Partial<RuleValues>) => void;
  readonly problems: Readonly<Record<string, string>>;
}

function ConsequenceInput({ model, values, onChange, problems }: ConsequenceInputProps) {
  const { t } = useTranslation('admin');
  const { consequence, require } = values;
  const writable = model.fields.filter(({ readOnly }) => !readOnly);
  return (
    <>
      <Input.Wrapper label={t('rules.then')} labelElement="div" error={problems.forbid}>
        <SegmentedControl
          display="flex"
          w="fit-content"
          size="xs"
          aria-label={t('rules.then')}
          data={[
            { value: 'require', label: t('rules.requires') },
            { value: 'forbid', label: t('rules.forbids') },
          ]}
          value={consequence}
          onChange={(next) => onChange({ consequence: next as Consequence })}
        />
      </Input.Wrapper>
      {consequence === 'require' && (
        <MultiSelect
          label={t('rules.require')}
          data={writable.map(({ key, label }) => ({ value: key, label }))}
          value={[...require]}
          onChange={(next) => onChange({ require: next })}
          error={problems.require}
          maxValues={20}
          searchable
          required
        />
      )}
    </>
  );
}
