import { Checkbox, Fieldset, Group, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { useRefresh } from '~/api/refresh.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { connectionsPath } from '~/views/mail/connections.ts';
import { mailboxesApi } from './mailboxes-api.ts';
import { presetOf } from './presets.ts';

const empty = {
  email: '',
  password: '',
  imap: { host: '', port: 993, secure: true, username: '' },
  smtp: { host: '', port: 465, secure: true, username: '' },
};

/** Connects a mailbox by IMAP and SMTP. The server signs in before it stores the mailbox. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('mailboxes');
  const refresh = useRefresh(connectionsPath);
  const form = useForm({ initialValues: empty });
  const connect = useMutation({
    mutationFn: ({ email, password, imap, smtp }: typeof empty) => {
      const server = ({ username, ...rest }: typeof imap) => ({ ...rest, username: username || email, password });
      return mailboxesApi.connect({ provider: 'imap', email, imap: server(imap), smtp: server(smtp) });
    },
    onSuccess: async () => {
      await refresh();
      notifyDone(t('connect.done'));
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError)
        form.setErrors(Object.fromEntries(error.details.map(({ field = '', message }) => [inputOf(field), message])));
    },
  });
  const fillIn = () => {
    const preset = presetOf(form.values.email);
    if (!preset || form.values.imap.host !== '') return;
    form.setValues({ imap: { ...form.values.imap, ...preset.imap }, smtp: { ...form.values.smtp, ...preset.smtp } });
  };
  return (
    <FormDialog
      title={t('connect.title')}
      size="lg"
      action={t('connect.submit')}
      isBusy={connect.isPending}
      error={connect.error}
      onSubmit={form.onSubmit((values) => connect.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        type="email"
        label={t('connect.email')}
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('email')}
        onBlur={fillIn}
      />
      <PasswordInput
        label={t('connect.password')}
        description={t('connect.passwordHelp')}
        autoComplete="off"
        required
        {...form.getInputProps('password')}
      />
      {(['imap', 'smtp'] as const).map((kind) => (
        <Fieldset key={kind} legend={t(`connect.${kind}`)}>
          <Group gap="sm" align="flex-start">
            <TextInput flex={1} miw={160} label={t('connect.host')} required {...form.getInputProps(`${kind}.host`)} />
            <NumberInput
              w={96}
              label={t('connect.port')}
              min={1}
              max={65_535}
              required
              hideControls
              {...form.getInputProps(`${kind}.port`)}
            />
          </Group>
          <TextInput
            mt="xs"
            label={t('connect.username')}
            placeholder={form.values.email || t('connect.usernameHelp')}
            autoComplete="off"
            {...form.getInputProps(`${kind}.username`)}
          />
          <Checkbox
            mt="xs"
            label={t('connect.secure')}
            description={t('connect.secureHelp')}
            {...form.getInputProps(`${kind}.secure`, { type: 'checkbox' })}
          />
        </Fieldset>
      ))}
    </FormDialog>
  );
}

/**
 * Maps the field of an error to its input: a wrong password to the password, a problem of a server to its host name.
 */
function inputOf(field: string): string {
  if (field.endsWith('password')) return 'password';
  return field === 'imap' || field === 'smtp' ? `${field}.host` : field;
}
