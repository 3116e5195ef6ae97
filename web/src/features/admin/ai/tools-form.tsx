import { Fieldset, SimpleGrid, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { Select } from '~/ui/select/select.tsx';
import { useModelOptions } from '../parts/model-options.ts';
import { SettingForm } from './setting-form.tsx';
import { type Settings, settingValue, useSaveSettings } from './settings.ts';

const tools = [
  'queryRecords',
  'getRecord',
  'searchRecords',
  'aggregateRecords',
  'describeModel',
  'findDuplicates',
  'createRecord',
  'updateRecord',
  'deleteRecord',
  'createTask',
  'sendEmail',
  'sendQuote',
] as const;

/** Tools that need a person's approval, unless the account allows them. */
const guarded = ['deleteRecord', 'sendEmail'] as const;

interface ToolSettings {
  readonly disabled?: readonly string[];
  readonly models?: readonly string[];
  readonly hiddenModels?: readonly string[];
  readonly allow?: readonly string[];
}

/** The stored value. Empty lists are omitted. Without lists the value is null. */
function toValue(value: ToolSettings): ToolSettings | null {
  const entries = Object.entries(value).filter(([, names]) => names.length > 0);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The permissions of language models: tools, models, and whether changes need approval. */
export function ToolsForm({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('admin-ai');
  const models = useModelOptions();
  const stored = settingValue<ToolSettings>(settings, 'ai.tools') ?? {};
  const before = { approval: settingValue<string>(settings, 'ai.approval') ?? 'none', value: toValue(stored) };
  const [approval, setApproval] = useState(before.approval);
  const [value, setValue] = useState<ToolSettings>(stored);
  const { save, isSaving, problems } = useSaveSettings(settings);
  const { disabled = [], allow = [] } = value;
  const turn = (list: 'disabled' | 'allow', name: string, isIn: boolean) =>
    setValue({ ...value, [list]: [...(value[list] ?? []).filter((one) => one !== name), ...(isIn ? [name] : [])] });
  const isDirty = approval !== before.approval || JSON.stringify(toValue(value)) !== JSON.stringify(before.value);
  return (
    <SettingForm
      label={t('tools.title')}
      isDirty={isDirty}
      isSaving={isSaving}
      problem={problems.form}
      onSave={() =>
        save([
          { key: 'ai.approval', value: approval === 'none' ? null : approval },
          { key: 'ai.tools', value: toValue(value) },
        ])
      }
    >
      <Select
        label={t('tools.approval')}
        description={t('tools.approvalHelp')}
        data={['none', 'writes'].map((one) => ({ value: one, label: t(`tools.approvals.${one}`) }))}
        value={approval}
        onChange={(next) => next !== null && setApproval(next)}
        allowDeselect={false}
      />
      <Fieldset legend={t('tools.allowed')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {tools.map((tool) => (
            <Switch
              key={tool}
              label={t(`tools.names.${tool}`)}
              checked={!disabled.includes(tool)}
              onChange={({ currentTarget }) => turn('disabled', tool, !currentTarget.checked)}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
      {guarded.map((tool) => (
        <Switch
          key={tool}
          label={t(`tools.alone.${tool}`)}
          description={t(`tools.aloneHelp.${tool}`)}
          checked={allow.includes(tool)}
          disabled={disabled.includes(tool)}
          onChange={({ currentTarget }) => turn('allow', tool, currentTarget.checked)}
        />
      ))}
      {(['models', 'hiddenModels'] as const).map((list) => (
        <MultiSelect
          key={list}
          label={t(`tools.${list}`)}
          description={t(`tools.${list}Help`)}
          data={models}
          value={[...(value[list] ?? [])]}
          onChange={(names) => setValue({ ...value, [list]: names })}
          searchable
          clearable
        />
      ))}
    </SettingForm>
  );
}
