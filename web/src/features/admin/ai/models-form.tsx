import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AiModels } from '~/api/ai.ts';
import { Autocomplete } from '~/ui/select/autocomplete.tsx';
import { SettingForm } from './setting-form.tsx';
import { type Settings, settingValue, useSaveSettings } from './settings.ts';

interface ModelsFormProps {
  readonly settings: Settings;
  readonly models: AiModels;
}

/** Chooses the default language model, and its replacement when the provider fails. */
export function ModelsForm({ settings, models }: ModelsFormProps) {
  const { t } = useTranslation('admin-ai');
  const before = {
    first: settingValue<string>(settings, 'ai.defaultModel') ?? '',
    second: settingValue<string>(settings, 'ai.failover') ?? '',
  };
  const [first, setFirst] = useState(before.first);
  const [second, setSecond] = useState(before.second);
  const { save, isSaving, problems } = useSaveSettings(settings);
  const names = models.data.map(({ model }) => model);
  const isDirty = first !== before.first || second !== before.second;
  return (
    <SettingForm
      label={t('models.title')}
      isDirty={isDirty}
      isSaving={isSaving}
      problem={problems.form}
      onSave={() =>
        save([
          { key: 'ai.defaultModel', value: first.trim() || null },
          { key: 'ai.failover', value: second.trim() || null },
        ])
      }
    >
      <Autocomplete
        label={t('models.default')}
        description={t('models.defaultHelp')}
        data={names}
        value={first}
        onChange={setFirst}
        maxLength={200}
      />
      <Autocomplete
        label={t('models.failover')}
        description={t('models.failoverHelp')}
        data={names}
        value={second}
        onChange={setSecond}
        maxLength={200}
      />
    </SettingForm>
  );
}
