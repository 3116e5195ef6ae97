import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconKey, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { useAction } from '~/views/parts/use-action.ts';
import { ShownOnce } from '../parts/shown-once.tsx';
import { type Webhook, webhookActions, webhooksPath } from './webhooks.ts';

/** The actions for a webhook: test, pause, rotate the secret, delete. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const format = useFormat();
  const [rotated, setRotated] = useState<{ secret: string; until: string }>();
  const refresh = useRefresh(webhooksPath);
  const { _id: id, active } = webhook;
  const test = useAction({ run: () => webhookActions.test(id), refresh, done: () => t('webhooks.tested') });
  const setActive = useAction({
    run: (next: boolean) => records.update(webhooksPath, id, { active: next }),
    refresh,
    done: (_, next) => t(next ? 'webhooks.resumed' : 'webhooks.nowPaused'),
  });
  const rotate = useAction({
    run: async () => {
      const { secret, previousSecretUntil } = await webhookActions.rotate(id);
      setRotated({ secret, until: previousSecretUntil });
    },
    refresh,
  });
  const remove = useAction({
    run: async () => {
      await records.remove(webhooksPath, id);
      await navigate({ to: '/admin/webhooks' });
    },
    refresh,
    done: () => t('webhooks.deleted'),
  });
  const askRotate = () =>
    confirm({
      title: t('webhooks.rotateTitle'),
      text: t('webhooks.rotateText'),
      action: t('webhooks.rotate'),
      run: () => rotate.run(),
    });
  const askRemove = () =>
    confirm({
      title: t('webhooks.deleteTitle'),
      text: t('webhooks.deleteText'),
      action: t('webhooks.delete'),
      danger: true,
      run: () => remove.run(),
    });
  return (
    <>
      <Button
        variant="default"
        leftSection={active ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() => setActive.run(!active)}
        loading={setActive.isRunning}
      >
        {t(active ? 'webhooks.pause' : 'webhooks.resume')}
      </Button>
      <Button
        leftSection={<IconSend size={16} />}
        onClick={() => test.run()}
        loading={test.isRunning}
        disabled={!active}
        title={active ? undefined : t('webhooks.testPaused')}
      >
        {t('webhooks.test')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('table.actions')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey size={14} />} onClick={askRotate}>
            {t('webhooks.rotate')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={askRemove}>
            {t('webhooks.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ShownOnce
        secret={rotated?.secret}
        title={t('webhooks.secretTitle')}
        text={rotated ? t('webhooks.rotatedText', { time: format.exactTime(rotated.until) }) : ''}
        onClose={() => setRotated(undefined)}
      />
    </>
  );
}
