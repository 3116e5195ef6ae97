import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { paths } from '../mail-api.ts';

interface LiftDialogProps {
  readonly suppression: RecordData;
  readonly onClose: () => void;
}

/** Lets an address get mail again. The entry stays, with the reason why it no longer counts. */
export function LiftDialog({ suppression, onClose }: LiftDialogProps) {
  const { t } = useTranslation('mail');
  const client = useQueryClient();
  const [why, setWhy] = useState('');
  const lift = useMutation({
    mutationFn: () => {
      const notes = [suppression.notes, why.trim()].filter(Boolean).join('\n');
      return records.update(
        paths.suppressions,
        suppression._id,
        { active: false, notes },
        { version: suppression.version },
      );
    },
    onSuccess: () => {
      notifyDone(t('suppressions.lifted', { email: String(suppression.email) }));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.model(paths.suppressions) }),
  });
  return (
    <Modal opened onClose={onClose} title={t('suppressions.lift')}>
      <Stack gap="sm">
        <Text size="sm">{t('suppressions.liftText', { email: String(suppression.email) })}</Text>
        <Textarea
          label={t('suppressions.why')}
          description={t('suppressions.whyHelp')}
          value={why}
          onChange={(event) => setWhy(event.currentTarget.value)}
          autosize
          minRows={2}
          required
          data-autofocus
        />
        {lift.error && <ErrorState error={lift.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button disabled={why.trim() === ''} loading={lift.isPending} onClick={() => lift.mutate()}>
            {t('suppressions.liftAction')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
