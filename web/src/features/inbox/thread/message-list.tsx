import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComposerMode } from '~/views/mail/composer/composer-draft.ts';
import classes from '../inbox.module.css';
import type { EmailMessage, Message } from '../inbox-api.ts';
import { CommentCard } from './comment-card.tsx';
import { MessageCard } from './message-card.tsx';

interface MessageListProps {
  readonly messages: readonly Message[];
  readonly remote: boolean;
  readonly onRemote: () => void;
  readonly onWrite: ((mode: ComposerMode, message: EmailMessage) => void) | undefined;
}

/** A long conversation shows only its first message and this many of the last ones at once. */
const maxLast = 6;

/** The messages, oldest first. Only unread ones and the last mail are unfolded. */
export function MessageList({ messages, remote, onRemote, onWrite }: MessageListProps) {
  const { t } = useTranslation('inbox');
  const [all, setAll] = useState(false);
  const lastMail = messages.findLast(({ kind }) => kind === 'email')?._id;
  const hidden = all ? 0 : Math.max(0, messages.length - maxLast - 1);
  const shown = hidden > 1 ? [...messages.slice(0, 1), ...messages.slice(1 + hidden)] : messages;
  return (
    <ol className={classes.messageList}>
      {shown.map((message, n) => (
        <li key={message._id}>
          {message.kind === 'comment' ? (
            <CommentCard comment={message} />
          ) : (
            <MessageCard
              message={message}
              folded={message._id !== lastMail && (message.read || message.direction === 'outbound')}
              remote={remote}
              onRemote={onRemote}
              onWrite={onWrite}
            />
          )}
          {n === 0 && hidden > 1 && (
            <Button size="compact-xs" variant="default" my="xs" onClick={() => setAll(true)}>
              {t('older', { count: hidden })}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
