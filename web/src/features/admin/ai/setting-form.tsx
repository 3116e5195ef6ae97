import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '~/ui/form.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';

interface SettingFormProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly problem: string | undefined;
  readonly onSave: () => void;
}

/** A section of the settings with a save button. */
export function SettingForm({ label, children, isDirty, isSaving, problem, onSave }: SettingFormProps) {
  const { t } = useTranslation('common');
  const submit = () => {
    onSave();
  };
  return (
    <Form onSubmit={submit} aria-label={label}>
      <Stack gap="sm" maw={560}>
        <FormAlert text={problem} />
        {children}
        <Group>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
