import { NumberInput, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingForm } from './setting-form.tsx';
import { type Settings, settingValue, useSaveSettings } from './settings.ts';

type Kept = boolean | { readonly days: number };

const choices = ['always', 'days', 'never'] as const;
type Choice = (typeof choices)[number];

const choiceOf = (kept: Kept): Choice => (typeof kept === 'object' ? 'days' : kept ? 'always' : 'never');

const defaultDays = 30;
const maxDays = 3650;

/** Sets whether logs keep the texts of questions and answers. */
export function ContentForm({ settings }: { readonly settings: Settings }) {
  const { t } = useTranslation('admin-ai');
  const stored = settingValue<Kept>(settings, 'ai.keepContent') ?? true;
  const [choice, setChoice] = useState(choiceOf(stored));
  const [days, setDays] = useState(typeof stored === 'object' ? stored.days : defaultDays);
  const { save, isSaving, problems } = useSaveSettings(settings);
  const next: Kept = choice === 'days' ? { days } : choice === 'always';
  return (
    <SettingForm
      label={t('content.title')}
      isDirty={JSON.stringify(next) !== JSON.stringify(stored)}
      isSaving={isSaving}
      problem={problems.form}
      onSave={() => save([{ key: 'ai.keepContent', value: next === true ? null : next }])}
    >
      <Radio.Group label={t('content.label')} value={choice} onChange={(value) => setChoice(value as Choice)}>
        <Stack gap="xs" mt="xs">
          {choices.map((one) => (
            <Radio key={one} value={one} label={t(`content.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {choice === 'days' && (
        <NumberInput
          label={t('content.daysLabel')}
          value={days}
          onChange={(value) => typeof value === 'number' && setDays(value)}
          min={1}
          max={maxDays}
          clampBehavior="strict"
          allowDecimal={false}
          maw={160}
        />
      )}
    </SettingForm>
  );
}
