import { NumberInput, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/select/select.tsx';
import type { FieldSettings } from '../form.ts';
import { type FormField, ownTypes } from '../form-field.ts';
import { linesOf, optionsFrom } from './option-lines.ts';

interface FieldSettingsFormProps {
  readonly field: FormField;
  readonly settings: FieldSettings;
  readonly onSettings: (settings: FieldSettings) => void;
  readonly onRequired: (required: boolean) => void;
  readonly disabled: boolean;
}

/** The texts of a field on the page of the form, and the answers that it accepts. */
export function FieldSettingsForm({ field, settings, onSettings, onRequired, disabled }: FieldSettingsFormProps) {
  const { t } = useTranslation('marketing-forms');
  const set = (change: FieldSettings) =>
    onSettings(
      Object.fromEntries(
        Object.entries({ ...settings, ...change }).filter(([, value]) => value !== undefined && value !== ''),
      ) as FieldSettings,
    );
  const text = (key: 'label' | 'help' | 'placeholder') => (
    <TextInput
      size="xs"
      label={t(`field.${key}`)}
      placeholder={key === 'label' ? field.label : undefined}
      value={settings[key] ?? ''}
      onChange={(event) => set({ [key]: event.currentTarget.value })}
      disabled={disabled}
      maxLength={500}
    />
  );
  const limit = (key: 'min' | 'max' | 'maxLength') => (
    <NumberInput
      size="xs"
      label={t(`field.${key}`)}
      value={settings[key] ?? ''}
      onChange={(value) => set({ [key]: typeof value === 'number' ? value : undefined })}
      disabled={disabled}
    />
  );
  const hasOptions = field.isOwn && (field.type === 'choice' || field.type === 'list');
  return (
    <Stack gap="xs" py="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {text('label')}
        {field.isOwn && (
          <Select
            size="xs"
            label={t('field.type')}
            data={ownTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
            value={field.type}
            onChange={(type) => type !== null && set({ type })}
            disabled={disabled}
            allowDeselect={false}
          />
        )}
        {text('placeholder')}
        {text('help')}
        {field.isOwn && (field.type === 'number' || field.type === 'integer') && limit('min')}
        {field.isOwn && (field.type === 'number' || field.type === 'integer') && limit('max')}
        {field.isOwn && (field.type === 'text' || field.type === 'longText') && limit('maxLength')}
      </SimpleGrid>
      {hasOptions && (
        <Textarea
          size="xs"
          label={t('field.options')}
          description={t('field.optionsHelp')}
          value={linesOf(settings.options)}
          onChange={(event) => set({ options: optionsFrom(event.currentTarget.value, settings.options) })}
          disabled={disabled}
          autosize
          minRows={3}
        />
      )}
      <Switch
        size="xs"
        label={t(field.isRequiredByModel ? 'field.requiredByModel' : 'field.required')}
        checked={field.required}
        onChange={(event) => onRequired(event.currentTarget.checked)}
        disabled={disabled || field.isRequiredByModel}
      />
    </Stack>
  );
}
