import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { type RecordData, records } from '~/api/records.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { paths } from '../mail-api.ts';
import { isComplete, ServerFields } from './server-fields.tsx';
import { emptyServer, smtpUrl } from './smtp-url.ts';

interface ServerDialogProps {
  /** The transport whose server is edited; undefined for a new one. */
  readonly transport?: RecordData | undefined;
  /** The position of a new transport in the order. */
  readonly position?: number;
  readonly onClose: () => void;
}

const messageFor = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.details.find((problem) => problem.field === field)?.message : undefined;

/** Adds a mail server, or changes its address and use. */
export function ServerDialog({ transport, position = 0, onClose }: ServerDialogProps) {
  const { t } = useTranslation('mail');
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [fromEmail, setFromEmail] = useState('');
  const [server, setServer] = useState(emptyServer);
  const save = useMutation({
    mutationFn: () =>
      transport
        ? records.update(paths.transports, transport._id, { url: smtpUrl(server) }, { version: transport.version })
        : records.create(paths.transports, {
            name: name.trim(),
            url: smtpUrl(server),
            fromEmail: fromEmail.trim() || null,
            position,
          }),
    onSuccess: (saved) => {
      notifyDone(t(transport ? 'server.changed' : 'server.created'));
      onClose();
      if (!transport) navigate({ to: `/mail/transports/${saved._id}` });
    },
  });
  const { error } = save;
  const isShownBelow = ['url', 'name', 'fromEmail'].every((field) => messageFor(error, field) === undefined);
  return (
    <FormDialog
      title={t(transport ? 'server.change' : 'transports.new')}
      action={t('common:save')}
      disabled={!isComplete(server)}
      isBusy={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {!transport && (
        <TextInput
          label={t('lists.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={messageFor(error, 'name')}
          required
          data-autofocus
        />
      )}
      <ServerFields value={server} onChange={setServer} error={messageFor(error, 'url')} />
      {!transport && (
        <TextInput
          type="email"
          label={t('server.fromEmail')}
          description={t('server.fromEmailHelp')}
          value={fromEmail}
          onChange={(event) => setFromEmail(event.currentTarget.value)}
          error={messageFor(error, 'fromEmail')}
        />
      )}
      {error && isShownBelow && <ErrorState error={error} />}
    </FormDialog>
  );
}
