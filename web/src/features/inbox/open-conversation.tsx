import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '~/metadata/access.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { Dialog } from './dialogs/dialog.ts';
import classes from './inbox.module.css';
import { conversationQuery } from './inbox-api.ts';
import { isUnread } from './is-unread.ts';
import { ContactPanel } from './panel/contact-panel.tsx';
import { Thread, type ThreadHandle } from './thread/thread.tsx';
import { ThreadHead } from './thread/thread-head.tsx';
import type { Actions } from './use-actions.ts';

interface OpenConversationProps {
  readonly id: string;
  readonly actions: Actions | undefined;
  readonly onDialog: (dialog: Dialog) => void;
  readonly onBack: () => void;
  readonly onUnread: () => void;
  readonly ref: Ref<ThreadHandle>;
}

/** The third column: a conversation with its contact. */
export function OpenConversation({ id, actions, onDialog, onBack, onUnread, ref }: OpenConversationProps) {
  const { t } = useTranslation('inbox');
  const hasRoom = useMediaQuery('(min-width: 88em)', undefined, { getInitialValueInEffect: false });
  const { user } = useMe();
  const [wanted, setWanted] = useState<boolean>();
  const { data: conversation, error, refetch } = useQuery(conversationQuery(id));
  useMarkRead(id, conversation !== undefined && isUnread(conversation, user._id), actions);
  if (error && !conversation) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!conversation) return <PageLoading />;
  const isOpen = wanted ?? hasRoom ?? false;
  return (
    <div className={classes.open}>
      <section className={classes.thread} aria-label={conversation.subject || t('noSubject')}>
        <ThreadHead
          conversation={conversation}
          actions={actions}
          onDialog={onDialog}
          onBack={onBack}
          onUnread={onUnread}
          panel={{ opened: isOpen, onToggle: () => setWanted(!isOpen) }}
        />
        <Thread key={id} conversation={conversation} ref={ref} />
      </section>
      {hasRoom && isOpen && <ContactPanel conversation={conversation} />}
      {!hasRoom && (
        <Drawer opened={isOpen} onClose={() => setWanted(false)} position="right" size="sm" title={t('panel.title')}>
          <ContactPanel conversation={conversation} />
        </Drawer>
      )}
    </div>
  );
}

/** Marks an opened conversation as read, but only once, because the person may mark it as unread afterwards. */
function useMarkRead(id: string, isUnread: boolean, actions: Actions | undefined): void {
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (!isUnread || !actions || done.current === id) return;
    done.current = id;
    actions.opened(id);
  }, [id, isUnread, actions]);
}
