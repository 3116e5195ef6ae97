import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface StepRowProps {
  readonly title: string;
  readonly onChange: (title: string) => void;
  readonly disabled: boolean;
}

/** The start of a step, with its title. */
export function StepRow({ title, onChange, disabled }: StepRowProps) {
  const { t } = useTranslation('marketing-forms');
  return (
    <TextInput
      size="xs"
      variant="filled"
      fw={600}
      aria-label={t('build.stepTitle')}
      placeholder={t('build.stepTitle')}
      value={title}
      onChange={(event) => onChange(event.currentTarget.value)}
      disabled={disabled}
      maxLength={200}
      my={4}
    />
  );
}
