import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { documentPaths, quoteActions } from './documents-api.ts';

interface DecisionDialogProps {
  readonly quote: RecordData;
  readonly decision: 'accept' | 'decline';
  readonly onClose: () => void;
}

/** Records what a customer decided by phone or on paper. */
export function DecisionDialog({ quote, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('documents');
  const refresh = useRefresh(...documentPaths);
  const [name, setName] = useState('');
  const [comment, setComment] = useState('');
  const decide = useMutation({
    mutationFn: () =>
      quoteActions[decision](quote._id, {
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(comment.trim() !== '' && { comment: comment.trim() }),
      }),
    onSuccess: async () => {
      await refresh();
      notifyDone(t(`${decision}.done`));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(`${decision}.title`, { number: quote.number })}
      action={t(`${decision}.action`)}
      isBusy={decide.isPending}
      error={decide.error}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('decision.name')}
        description={t('decision.nameHelp')}
        value={name}
        maxLength={200}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label={t(`${decision}.comment`)}
        value={comment}
        autosize
        minRows={3}
        maxLength={5000}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
    </FormDialog>
  );
}
