import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import type { LogicRule } from '../form.ts';
import type { FormDraft } from '../form-draft.ts';
import { formFieldsOf } from '../form-field.ts';
import { makeRule } from '../form-items.ts';
import { RuleCard } from './rule-card.tsx';

interface LogicEditorProps {
  readonly draft: FormDraft;
  readonly disabled: boolean;
}

/** The rules that show, hide and require fields, depending on answers. */
export function LogicEditor({ draft: { draft: form, change }, disabled }: LogicEditorProps) {
  const { t } = useTranslation('marketing-forms');
  const fields = formFieldsOf(form, useRegistry().find(form.modelKey ?? ''));
  const rules = form.logic ?? [];
  const set = (logic: readonly LogicRule[]) => change({ logic });
  const add = () => {
    const [first, second] = fields;
    if (first && second) set([...rules, makeRule([{ field: first.key, operator: 'eq' }], 'show', [second.key])]);
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t(fields.length < 2 ? 'logic.tooFew' : 'logic.text')}
      </Text>
      {rules.map((rule, n) => (
        <RuleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id.
          key={n}
          number={n + 1}
          rule={rule}
          fields={fields}
          disabled={disabled}
          onChange={(next) => set(rules.map((one, at) => (at === n ? next : one)))}
          onRemove={() => set(rules.filter((_, at) => at !== n))}
        />
      ))}
      {!disabled && (
        <Button
          size="xs"
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={16} />}
          onClick={add}
          disabled={fields.length < 2}
        >
          {t('logic.add')}
        </Button>
      )}
    </Stack>
  );
}
