import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '~/ui/form-dialog.tsx';

interface ActivateDialogProps {
  /** The number of records that are in the workflow. */
  readonly active: number;
  readonly isBusy: boolean;
  readonly onActivate: (moveEnrollments: boolean) => void;
  readonly onClose: () => void;
}

/** Asks whether the records in a workflow go on by its new version. */
export function ActivateDialog({ active, isBusy, onActivate, onClose }: ActivateDialogProps) {
  const { t } = useTranslation('workflows');
  const [choice, setChoice] = useState('stay');
  return (
    <FormDialog
      title={t('activate.title')}
      action={t('activate.action')}
      isBusy={isBusy}
      onSubmit={() => onActivate(choice === 'move')}
      onClose={onClose}
    >
      <Text size="sm">{t('activate.text', { count: active })}</Text>
      <Radio.Group aria-label={t('activate.title')} value={choice} onChange={setChoice}>
        <Stack gap="xs">
          <Radio value="stay" label={t('activate.stay')} description={t('activate.stayHelp')} />
          <Radio value="move" label={t('activate.move')} description={t('activate.moveHelp')} />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
