import { NumberInput, SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AiModels } from '~/api/ai.ts';
import { TagsInput } from '~/ui/select/tags-input.tsx';
import { SettingForm } from './setting-form.tsx';
import { type Settings, settingValue, useSaveSettings } from './settings.ts';

const counts = ['requestsPerDay', 'tokensPerDay', 'userRequestsPerDay', 'userTokensPerDay', 'maxTokens'] as const;

type Limits = { readonly [count in (typeof counts)[number]]?: number } & { readonly models?: readonly string[] };

const families = ['gpt-*', 'claude-*', 'gemini-*'];

/** The stored value. Empty limits are omitted. Without limits the value is null. */
function toValue({ models = [], ...given }: Limits): Limits | null {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const value = { ...set, ...(models.length > 0 && { models }) };
  return Object.keys(value).length === 0 ? null : value;
}

interface LimitsFormProps {
  readonly settings: Settings;
  readonly models: AiModels;
}

/** The limits of use for the account and for each person. */
export function LimitsForm({ settings, models }: LimitsFormProps) {
  const { t, i18n } = useTranslation('admin-ai');
  const stored = settingValue<Limits>(settings, 'ai.limits') ?? {};
  const [value, setValue] = useState<Limits>(stored);
  const { save, isSaving, problems } = useSaveSettings(settings);
  const isDirty = JSON.stringify(toValue(value)) !== JSON.stringify(toValue(stored));
  const [, separator = ','] = /1(.)000/.exec(new Intl.NumberFormat(i18n.language).format(1000)) ?? [];
  return (
    <SettingForm
      label={t('limits.title')}
      isDirty={isDirty}
      isSaving={isSaving}
      problem={problems.form}
      onSave={() => save([{ key: 'ai.limits', value: toValue(value) }])}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {counts.map((count) => (
          <NumberInput
            key={count}
            label={t(`limits.${count}`)}
            placeholder={t('limits.none')}
            value={value[count] ?? ''}
            onChange={(next) => setValue({ ...value, [count]: typeof next === 'number' ? next : undefined })}
            min={count === 'maxTokens' ? 1 : 0}
            max={count === 'maxTokens' ? 1_000_000 : 1_000_000_000_000}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator={separator}
            decimalSeparator={separator === '.' ? ',' : '.'}
            hideControls
          />
        ))}
      </SimpleGrid>
      <TagsInput
        label={t('limits.models')}
        description={t('limits.modelsHelp')}
        placeholder={value.models?.length ? undefined : t('limits.allModels')}
        data={[...families, ...models.data.map(({ model }) => model)]}
        value={[...(value.models ?? [])]}
        onChange={(names) => setValue({ ...value, models: names })}
        maxTags={100}
        clearable
      />
    </SettingForm>
  );
}
