import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Select } from '~/ui/select/select.tsx';
import { readAddresses } from '~/views/mail/read-addresses.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { paths } from '../mail-api.ts';

const maxAtOnce = 1000;

/** Adds addresses to the suppression list. */
export function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('mail');
  const registry = useRegistry();
  const model = registry.find('communications.emailSuppressions');
  const reasons = (model && registry.field(model, 'reason')?.options) ?? [];
  const [text, setText] = useState('');
  const [reason, setReason] = useState('manual');
  const [emailListId, setEmailListId] = useState<string>();
  const [notes, setNotes] = useState('');
  const { valid, invalid } = readAddresses(text);
  const problem =
    invalid.length > 0
      ? t('addresses.invalid', { addresses: invalid.slice(0, 3).join(', '), count: invalid.length })
      : valid.length > maxAtOnce
        ? t('addresses.tooMany', { max: maxAtOnce })
        : undefined;
  const add = useMutation({
    mutationFn: () =>
      records.bulk(
        paths.suppressions,
        valid.map((email) => ({
          op: 'create' as const,
          record: { email, reason, emailListId: emailListId ?? null, notes: notes.trim() || null },
        })),
      ),
    onSuccess: () => {
      notifyDone(t('suppressions.added', { count: valid.length }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('suppressions.add')}
      action={t('suppressions.addCount', { count: valid.length })}
      disabled={valid.length === 0 || problem !== undefined}
      isBusy={add.isPending}
      error={add.error}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Textarea
        label={t('addresses.label')}
        description={t('addresses.help')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problem}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
      />
      <Select
        label={t('suppressions.reason')}
        description={t('suppressions.reasonHelp')}
        data={reasons}
        value={reason}
        onChange={(value) => value && setReason(value)}
        allowDeselect={false}
      />
      {reason === 'unsubscribed' && (
        <FieldOf
          model="communications.emailSuppressions"
          field="emailListId"
          value={emailListId ?? null}
          onChange={(value) => setEmailListId(typeof value === 'string' ? value : undefined)}
        />
      )}
      <Textarea
        label={t('suppressions.notes')}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}
