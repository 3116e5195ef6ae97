import { ActionIcon, Alert, Badge, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '~/ui/person-avatar.tsx';
import { TimeText } from '~/ui/time-text.tsx';
import type { ComposerMode } from '~/views/mail/composer/composer-draft.ts';
import classes from '../inbox.module.css';
import type { EmailMessage } from '../inbox-api.ts';
import { MessageBody } from './message-body.tsx';

interface MessageCardProps {
  readonly message: EmailMessage;
  /** True when the message is folded until somebody opens it. */
  readonly folded: boolean;
  readonly remote: boolean;
  readonly onRemote: () => void;
  readonly onWrite: ((mode: ComposerMode, message: EmailMessage) => void) | undefined;
}

const failed = new Set(['failed', 'bounced']);
const waiting = new Set(['queued', 'sending', 'scheduled', 'cancelled']);

export function MessageCard({ message, folded, remote, onRemote, onWrite }: MessageCardProps) {
  const { t } = useTranslation('inbox');
  const [toggled, setToggled] = useState(false);
  const isOpen = folded === toggled;
  const { from, fromName, to, cc, at, text, direction, status, category, error, scheduledAt } = message;
  const sender = fromName || from || t('unknownSender');
  return (
    <article className={classes.message} data-direction={direction} aria-label={t('messageFrom', { name: sender })}>
      <div className={classes.messageHead}>
        <PersonAvatar name={sender} size={28} />
        <UnstyledButton className={classes.messageWho} aria-expanded={isOpen} onClick={() => setToggled(!toggled)}>
          <span className={classes.sender}>
            <Text span size="sm" fw={600} truncate>
              {sender}
            </Text>
            {category !== null && category !== 'personal' && (
              <Badge size="xs" variant="light" color="gray" tt="none" miw="max-content">
                {t(`category.${category}`)}
              </Badge>
            )}
            {(failed.has(status) || waiting.has(status)) && (
              <Badge
                size="xs"
                variant="light"
                tt="none"
                miw="max-content"
                color={failed.has(status) ? 'red' : 'accent'}
              >
                {t(`status.${status}`)}
              </Badge>
            )}
          </span>
          <Text span size="xs" c="dimmed" truncate display="block">
            {isOpen && (to ?? []).length > 0
              ? t(cc && cc.length > 0 ? 'toAndCc' : 'to', { to: (to ?? []).join(', '), cc: (cc ?? []).join(', ') })
              : isOpen
                ? ''
                : (text ?? '').slice(0, 200)}
          </Text>
        </UnstyledButton>
        <Text span size="xs" c="dimmed" miw="max-content">
          <TimeText value={scheduledAt && status === 'scheduled' ? scheduledAt : at} />
        </Text>
        {onWrite && <MessageMenu onWrite={(mode) => onWrite(mode, message)} />}
      </div>
      {isOpen && (
        <div className={classes.messageBody}>
          {error !== null && error !== '' && (
            <Alert color="red" p="xs" mb="xs" role="alert">
              {error}
            </Alert>
          )}
          <MessageBody message={message} remote={remote} onRemote={onRemote} />
        </div>
      )}
    </article>
  );
}

function MessageMenu({ onWrite }: { readonly onWrite: (mode: ComposerMode) => void }) {
  const { t } = useTranslation('inbox');
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('reply')} onClick={() => onWrite('reply')}>
        <IconArrowBackUp size={16} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('messageMore')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => onWrite('replyAll')}>
            {t('replyAll')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowForwardUp size={16} />} onClick={() => onWrite('forward')}>
            {t('forward')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
