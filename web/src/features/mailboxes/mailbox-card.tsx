import { Alert, Badge, Button, Group, Modal, PasswordInput, Progress, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { useCan, useMe } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { type Connection, connectionsPath } from '~/views/mail/connections.ts';
import classes from './mailboxes.module.css';
import { mailboxesApi } from './mailboxes-api.ts';
import { SettingsDialog } from './settings-dialog.tsx';

const colors = { active: 'teal', syncing: 'accent', needsReauthorization: 'orange', failing: 'red' } as const;

/** A mailbox: its state, the remedy if something is wrong, and its settings. */
export function MailboxCard({ mailbox }: { readonly mailbox: Connection }) {
  const { t } = useTranslation('mailboxes');
  const [dialog, setDialog] = useState<'settings' | 'password'>();
  const { _id: id, email, name, provider, status, error, lastSyncedAt } = mailbox;
  const refresh = useRefresh(connectionsPath);
  const sync = useMutation({
    mutationFn: () => mailboxesApi.sync(id),
    onSuccess: () => notifyDone(t('syncing')),
    onError: (failure) => notifyError(failure),
    onSettled: refresh,
  });
  const reconnect = useMutation({
    mutationFn: () => mailboxesApi.reconnect(id, undefined),
    onSuccess: ({ authorizationUrl }) => authorizationUrl !== undefined && location.assign(authorizationUrl),
    onError: (failure) => notifyError(failure),
  });
  const disconnect = useMutation({
    mutationFn: () => mailboxesApi.disconnect(id),
    onSuccess: () => notifyDone(t('disconnect.done', { email })),
    onError: (failure) => notifyError(failure),
    onSettled: refresh,
  });
  const ask = () =>
    modals.openConfirmModal({
      title: t('disconnect.title', { email }),
      children: <Text size="sm">{t('disconnect.text')}</Text>,
      labels: { confirm: t('disconnect.confirm'), cancel: t('common:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => disconnect.mutate(),
    });
  const { user } = useMe();
  const can = useCan();
  const isOwn = mailbox.ownerId === user._id;
  const isBroken = status === 'needsReauthorization' || status === 'failing';
  return (
    <article className={classes.card} aria-label={email}>
      <Group justify="space-between" gap="xs">
        <div className={classes.name}>
          <Text fw={600}>{email}</Text>
          <Text size="xs" c="dimmed">
            {[name, t(`provider.${provider}`), (mailbox.teamIds ?? []).length > 0 && t('shared')]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <Badge variant="light" color={colors[status]} tt="none">
          {t(`status.${status}`)}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {lastSyncedAt === null ? (
          t('neverSynced')
        ) : (
          <>
            {t('lastSynced')} <TimeText value={lastSyncedAt} />
          </>
        )}
      </Text>
      <Backfill mailbox={mailbox} />
      {isBroken && (
        <Alert color={status === 'failing' ? 'red' : 'orange'} p="sm" title={t(`remedy.${status}`)}>
          {error}
        </Alert>
      )}
      <Group gap="xs">
        {isBroken && isOwn && (
          <Button
            size="xs"
            loading={reconnect.isPending}
            onClick={() => (provider === 'imap' ? setDialog('password') : reconnect.mutate())}
          >
            {t('reconnect.action')}
          </Button>
        )}
        {status !== 'needsReauthorization' && (
          <Button size="xs" variant="default" loading={sync.isPending} onClick={() => sync.mutate()}>
            {t('syncNow')}
          </Button>
        )}
        {isOwn && (
          <Button size="xs" variant="default" onClick={() => setDialog('settings')}>
            {t('settings.action')}
          </Button>
        )}
        {(isOwn || can.scope('communications:admin')) && (
          <Button size="xs" variant="subtle" color="red" loading={disconnect.isPending} onClick={ask}>
            {t('disconnect.action')}
          </Button>
        )}
      </Group>
      {dialog === 'settings' && <SettingsDialog mailbox={mailbox} onClose={() => setDialog(undefined)} />}
      {dialog === 'password' && <PasswordDialog mailbox={mailbox} onClose={() => setDialog(undefined)} />}
    </article>
  );
}

/** The progress of reading older mail. */
function Backfill({ mailbox: { backfillTotal, backfillDone } }: { readonly mailbox: Connection }) {
  const { t } = useTranslation('mailboxes');
  const total = backfillTotal ?? 0;
  const done = Math.min(backfillDone ?? 0, total);
  if (total === 0 || done >= total) return null;
  return (
    <Stack gap={4}>
      <Text size="xs">{t('backfill', { done, total })}</Text>
      <Progress value={(done / total) * 100} size="sm" aria-label={t('backfillLabel')} />
    </Stack>
  );
}

interface PasswordDialogProps {
  readonly mailbox: Connection;
  readonly onClose: () => void;
}

function PasswordDialog({ mailbox: { _id, email }, onClose }: PasswordDialogProps) {
  const { t } = useTranslation('mailboxes');
  const refresh = useRefresh(connectionsPath);
  const [password, setPassword] = useState('');
  const save = useMutation({
    mutationFn: () => mailboxesApi.reconnect(_id, password),
    onSuccess: async () => {
      await refresh();
      notifyDone(t('connect.done'));
      onClose();
    },
  });
  const submit = () => {
    save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t('reconnect.title', { email })}>
      <Form onSubmit={submit}>
        <Stack gap="sm">
          <PasswordInput
            label={t('connect.password')}
            autoComplete="off"
            required
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {save.error && <ErrorState error={save.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t('reconnect.action')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
