import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconMessagePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan, useMe } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { ComposerDraft, ComposerMode } from '~/views/mail/composer/composer-draft.ts';
import { hasKeptDraft } from '~/views/mail/composer/use-kept-draft.ts';
import { useConnections } from '~/views/mail/connections.ts';
import classes from '../inbox.module.css';
import { type Conversation, type EmailMessage, type Message, messagesQuery } from '../inbox-api.ts';
import { CommentForm } from './comment-form.tsx';
import { MessageList } from './message-list.tsx';
import { replyDraft } from './reply-draft.ts';
import { textChannelOf } from './text-channel.ts';
import { useLiveMessages } from './use-live-messages.ts';
import { usePresence } from './use-presence.ts';

const Composer = lazy(() => import('~/views/mail/composer/composer.tsx'));
const AnswerForm = lazy(() => import('./answer-form.tsx').then((module) => ({ default: module.AnswerForm })));

/** Actions that shortcuts and the palette trigger in the thread. */
export interface ThreadHandle {
  readonly write: (mode: ComposerMode) => void;
  readonly comment: () => void;
}

interface ThreadProps {
  readonly conversation: Conversation;
  readonly ref: Ref<ThreadHandle>;
}

const isEmail = (message: Message): message is EmailMessage => message.kind === 'email';

/** The last mail to reply to. Bounces are skipped, because nobody reads replies to them. */
const lastMail = (messages: readonly Message[] | undefined): EmailMessage | undefined => {
  const mails = messages?.filter(isEmail) ?? [];
  return mails.findLast(({ category }) => category !== 'bounce') ?? mails.at(-1);
};

interface Writing {
  readonly draft: ComposerDraft;
  readonly key: number;
}

/** The messages of a conversation, with the composer below. */
export function Thread({ conversation, ref }: ThreadProps) {
  const { t } = useTranslation('inbox');
  const { user } = useMe();
  const can = useCan();
  const canWrite = can.scope('communications:write');
  const channel = textChannelOf(conversation);
  const canAnswer = channel === undefined ? canWrite : can.scope('marketing:write');
  const own = useConnections().map(({ email }) => email);
  const id = conversation._id;
  const [remote, setRemote] = useState(false);
  const [writing, setWriting] = useState<Writing>();
  const [commenting, setCommenting] = useState(false);
  const [answering, setAnswering] = useState(false);
  const bottom = useRef<HTMLDivElement>(null);
  const query = useQuery(messagesQuery(id, remote));
  const { others, onTyping } = usePresence(id);
  useLiveMessages(id);
  const messages = query.data?.filter((message) => !isEmail(message) || message.status !== 'draft');
  const write = (mode: ComposerMode, chosen?: EmailMessage) => {
    setCommenting(false);
    setAnswering(false);
    if (channel !== undefined && mode !== 'forward') {
      setWriting(undefined);
      setAnswering(canAnswer);
      return;
    }
    const message = chosen ?? lastMail(messages);
    const isChosen = chosen !== undefined;
    const draft = replyDraft({ mode, conversation, message, isChosen, own, forwarded: t('forwarded') });
    setWriting((old) => ({ draft, key: (old?.key ?? 0) + 1 }));
  };
  const comment = () => {
    setWriting(undefined);
    setAnswering(false);
    setCommenting(true);
  };
  useImperativeHandle(ref, () => ({ write: canWrite ? write : () => {}, comment: canWrite ? comment : () => {} }));
  const isRead = messages !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per conversation, when its messages have loaded.
  useEffect(() => {
    if (isRead && canWrite && hasKeptDraft(user._id, id)) write('reply');
  }, [id, isRead]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the composer must be visible when it opens.
  useEffect(() => {
    if (writing || commenting || answering) bottom.current?.scrollIntoView({ block: 'nearest' });
  }, [writing?.key, commenting, answering]);
  if (query.error && !messages) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (!messages) return <PageLoading />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={classes.messages} tabIndex={0} aria-label={t('messages')}>
      <MessageList
        messages={messages}
        remote={remote}
        onRemote={() => setRemote(true)}
        onWrite={canWrite && channel === undefined ? write : undefined}
      />
      <div aria-live="polite">
        {others.map(({ userId, name, state }) => (
          <Text key={userId} size="xs" className={classes.presence}>
            {t(`presence.${state}`, { name: name || t('someone') })}
          </Text>
        ))}
      </div>
      <div ref={bottom} className={classes.bottom}>
        {writing && (
          <Suspense fallback={<PageLoading />}>
            <Composer
              key={writing.key}
              conversationId={id}
              initial={writing.draft}
              contactId={conversation.contactId ?? undefined}
              onTyping={onTyping}
              onClose={() => setWriting(undefined)}
              onUndone={() => setWriting({ draft: writing.draft, key: writing.key + 1 })}
            />
          </Suspense>
        )}
        {commenting && <CommentForm conversationId={id} onClose={() => setCommenting(false)} />}
        {answering && channel && (
          <Suspense fallback={<PageLoading />}>
            <AnswerForm conversationId={id} channel={channel} onTyping={onTyping} onClose={() => setAnswering(false)} />
          </Suspense>
        )}
        {!writing && !commenting && !answering && (
          <Answers
            onWrite={canAnswer ? (mode) => write(mode) : undefined}
            onComment={canWrite ? comment : undefined}
            isMail={channel === undefined}
          />
        )}
      </div>
    </section>
  );
}

interface AnswersProps {
  readonly onWrite: ((mode: ComposerMode) => void) | undefined;
  readonly onComment: (() => void) | undefined;
  readonly isMail: boolean;
}

function Answers({ onWrite, onComment, isMail }: AnswersProps) {
  const { t } = useTranslation('inbox');
  return (
    <Group gap="xs">
      {onWrite && (
        <Button size="xs" leftSection={<IconArrowBackUp size={16} />} onClick={() => onWrite('reply')}>
          {t('reply')}
        </Button>
      )}
      {onWrite && isMail && (
        <>
          <Button size="xs" variant="default" onClick={() => onWrite('replyAll')}>
            {t('replyAll')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowForwardUp size={16} />}
            onClick={() => onWrite('forward')}
          >
            {t('forward')}
          </Button>
        </>
      )}
      {onComment && (
        <Button size="xs" variant="default" leftSection={<IconMessagePlus size={16} />} onClick={onComment}>
          {t('comment.add')}
        </Button>
      )}
    </Group>
  );
}
