import { Input, NumberInput, Radio, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { TagsInput } from '~/ui/select/tags-input.tsx';
import { type Connection, connectionsPath } from '~/views/mail/connections.ts';
import { fieldErrors } from '~/views/parts/field-errors.ts';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { foldersQuery, mailboxesApi } from './mailboxes-api.ts';

const RichText = lazy(() => import('~/fields/longText/rich-text.tsx'));
const sharings = ['contacts', 'everything', 'metadata', 'nothing'] as const;

interface SettingsDialogProps {
  readonly mailbox: Connection;
  readonly onClose: () => void;
}

/** The settings of a mailbox: reading, sharing and signature. */
export function SettingsDialog({ mailbox, onClose }: SettingsDialogProps) {
  const { t } = useTranslation('mailboxes');
  const refresh = useRefresh(connectionsPath);
  const folders = useQuery(foldersQuery(mailbox._id));
  const form = useForm({
    initialValues: {
      name: mailbox.name ?? '',
      signature: mailbox.signature ?? '',
      sharing: mailbox.sharing ?? 'contacts',
      folders: [...(mailbox.folders ?? [])],
      blocklist: [...(mailbox.blocklist ?? [])],
      teamIds: [...(mailbox.teamIds ?? [])] as readonly string[],
      backfillDays: mailbox.backfillDays ?? 30,
      createsContacts: mailbox.createsContacts ?? false,
    },
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      mailboxesApi.change(mailbox._id, { ...values, name: values.name.trim() || null }),
    onSuccess: async () => {
      await refresh();
      notifyDone(t('settings.saved'));
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const readable = (folders.data ?? []).filter(({ role }) => role !== 'inbox' && role !== 'sent');
  const paths = [...new Set([...form.values.folders, ...readable.map(({ path }) => path)])];
  return (
    <FormDialog
      title={t('settings.title', { email: mailbox.email })}
      size="lg"
      action={t('settings.save')}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={t('settings.name')} description={t('settings.nameHelp')} {...form.getInputProps('name')} />
      <Input.Wrapper label={t('settings.signature')} error={form.errors.signature}>
        <Suspense fallback={<Skeleton height={120} />}>
          <RichText
            kind="note"
            label={t('settings.signature')}
            content={form.values.signature}
            onChange={(text) => form.setFieldValue('signature', text)}
          />
        </Suspense>
      </Input.Wrapper>
      <Radio.Group
        label={t('settings.sharing')}
        description={t('settings.sharingHelp')}
        {...form.getInputProps('sharing')}
      >
        <Stack gap="xs" mt="xs">
          {sharings.map((value) => (
            <Radio key={value} value={value} label={t(`sharing.${value}`)} description={t(`sharing.${value}Help`)} />
          ))}
        </Stack>
      </Radio.Group>
      <MultiSelect
        label={t('settings.folders')}
        description={t('settings.foldersHelp')}
        data={paths}
        searchable
        error={folders.error ? t('settings.foldersError') : form.errors.folders}
        value={form.values.folders}
        onChange={(next) => form.setFieldValue('folders', next)}
      />
      <TagsInput
        label={t('settings.blocklist')}
        description={t('settings.blocklistHelp')}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        {...form.getInputProps('blocklist')}
      />
      <NumberInput
        label={t('settings.backfill')}
        description={t('settings.backfillHelp')}
        min={0}
        {...form.getInputProps('backfillDays')}
      />
      <FieldOf
        model="communications.mailboxConnections"
        field="teamIds"
        label={t('settings.teams')}
        help={t('settings.teamsHelp')}
        value={form.values.teamIds}
        onChange={(ids) => form.setFieldValue('teamIds', Array.isArray(ids) ? (ids as string[]) : [])}
      />
      <Switch label={t('settings.createsContacts')} {...form.getInputProps('createsContacts', { type: 'checkbox' })} />
    </FormDialog>
  );
}
