import { Text, Textarea, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { useReferenced } from '~/fields/reference/lookup.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { documentPaths, quoteActions } from './documents-api.ts';

interface SendDialogProps {
  readonly quote: RecordData;
  readonly onClose: () => void;
}

/** Asks for the recipient and a message. Without a recipient, the contact of the quote gets it if it has an address. */
export function SendDialog({ quote, onClose }: SendDialogProps) {
  const { t } = useTranslation('documents');
  const refresh = useRefresh(...documentPaths);
  const [to, setTo] = useState('');
  const [message, setMessage] = useState('');
  const addresses = to.split(/[\s,;]+/).filter((address) => address !== '');
  const send = useMutation({
    mutationFn: () =>
      quoteActions.send(quote._id, {
        ...(addresses.length > 0 && { to: addresses }),
        ...(message.trim() !== '' && { message: message.trim() }),
      }),
    onSuccess: async () => {
      await refresh();
      notifyDone(t('send.done'));
      onClose();
    },
  });
  const { name, email } = useContact(quote.contactId);
  const hasContact = email !== undefined;
  return (
    <FormDialog
      title={t('send.title', { number: quote.number })}
      action={t('send.action')}
      icon={<IconSend size={16} />}
      isBusy={send.isPending}
      error={send.error}
      disabled={!hasContact && addresses.length === 0}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('send.text')}</Text>
      <TextInput
        label={t('send.to')}
        description={hasContact ? t('send.toContact', { name, email }) : t('send.toHelp')}
        value={to}
        required={!hasContact}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <Textarea
        label={t('send.message')}
        description={t('send.messageHelp')}
        value={message}
        autosize
        minRows={4}
        maxLength={10_000}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </FormDialog>
  );
}

/** The contact of a quote: the name and address to which it is sent, if there is an address. */
function useContact(id: unknown) {
  const model = useRegistry().find('sales.contacts');
  const record = useReferenced(model, typeof id === 'string' ? id : undefined, undefined);
  const email = typeof record?.email === 'string' && record.email !== '' ? record.email : undefined;
  return { name: model && record ? recordLabel(model, record) : '', email };
}
