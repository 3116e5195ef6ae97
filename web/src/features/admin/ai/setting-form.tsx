import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../parts/form-alert.tsx';

interface SettingFormProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly problem: string | undefined;
  readonly onSave: () => void;
}

/** A part of the settings with a button that saves it. */
export function SettingForm({ label, children, isDirty, isSaving, problem, onSave }: SettingFormProps) {
  const { t } = useTranslation('common');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form onSubmit={submit} aria-label={label}>
      <Stack gap="sm" maw={560}>
        <FormAlert text={problem} />
        {children}
        <Group>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
