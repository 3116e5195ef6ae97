import { Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type RecordData, records } from '~/api/records.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import type { SuppressionWords } from './words.ts';

interface LiftDialogProps {
  readonly path: string;
  readonly suppression: RecordData;
  /** The address or number. */
  readonly name: string;
  readonly words: SuppressionWords;
  readonly onClose: () => void;
}

/** Allows messages to a suppressed address or number again. The entry stays, with the reason why it is inactive. */
export function LiftDialog({ path, suppression, name, words, onClose }: LiftDialogProps) {
  const [why, setWhy] = useState('');
  const lift = useMutation({
    mutationFn: () => {
      const notes = [suppression.notes, why.trim()].filter(Boolean).join('\n');
      return records.update(path, suppression._id, { active: false, notes }, { version: suppression.version });
    },
    onSuccess: () => {
      notifyDone(words.lifted(name));
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.lift}
      action={words.liftAction}
      disabled={why.trim() === ''}
      isBusy={lift.isPending}
      error={lift.error}
      onSubmit={() => lift.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{words.liftText(name)}</Text>
      <Textarea
        label={words.why}
        description={words.whyHelp}
        value={why}
        onChange={(event) => setWhy(event.currentTarget.value)}
        autosize
        minRows={2}
        required
        data-autofocus
      />
    </FormDialog>
  );
}
