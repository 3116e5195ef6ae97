import { NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ColorInput } from '~/ui/color-input.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { FormTheme } from '../form.ts';
import type { FormDraft } from '../form-draft.ts';

interface LookEditorProps {
  readonly draft: FormDraft;
  readonly disabled: boolean;
}

const colors = ['primaryColor', 'backgroundColor', 'textColor'] as const;
const fonts = ['system', 'sans', 'serif', 'rounded', 'mono'] as const;
const texts = ['title', 'submitLabel'] as const;
const longTexts = ['description', 'successMessage', 'consentText'] as const;

/** The texts around the fields, and the colours and fonts of the page. */
export function LookEditor({ draft: { draft: form, change }, disabled }: LookEditorProps) {
  const { t } = useTranslation('marketing-forms');
  const theme = form.theme ?? {};
  const set = (values: FormTheme) => {
    const next = Object.entries({ ...theme, ...values }).filter(([, value]) => value !== undefined && value !== '');
    change({ theme: next.length === 0 ? null : Object.fromEntries(next) });
  };
  const size = (key: 'radius' | 'width', min: number, max: number) => (
    <NumberInput
      label={t(`look.${key}`)}
      value={theme[key] ?? ''}
      onChange={(value) => set({ [key]: typeof value === 'number' ? value : undefined })}
      min={min}
      max={max}
      suffix=" px"
      disabled={disabled}
    />
  );
  return (
    <Stack gap="sm">
      {texts.map((key) => (
        <TextInput
          key={key}
          label={t(`look.${key}`)}
          value={form[key] ?? ''}
          onChange={(event) => change({ [key]: event.currentTarget.value || null })}
          disabled={disabled}
          maxLength={key === 'submitLabel' ? 100 : 500}
        />
      ))}
      {longTexts.map((key) => (
        <Textarea
          key={key}
          label={t(`look.${key}`)}
          description={key === 'consentText' ? t('look.consentHelp') : undefined}
          value={form[key] ?? ''}
          onChange={(event) => change({ [key]: event.currentTarget.value || null })}
          disabled={disabled}
          autosize
          minRows={2}
        />
      ))}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {colors.map((key) => (
          <ColorInput
            key={key}
            label={t(`look.${key}`)}
            placeholder={t('look.standard')}
            value={theme[key] ?? ''}
            onChange={(color) => set({ [key]: color })}
            disabled={disabled}
          />
        ))}
        <Select
          label={t('look.font')}
          placeholder={t('look.standard')}
          data={fonts.map((value) => ({ value, label: t(`look.fonts.${value}`) }))}
          value={theme.font ?? null}
          onChange={(font) => set({ font: font ?? undefined } as FormTheme)}
          disabled={disabled}
          clearable
        />
        {size('radius', 0, 24)}
        {size('width', 320, 1200)}
      </SimpleGrid>
    </Stack>
  );
}
