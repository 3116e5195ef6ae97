import { Anchor, Button, VisuallyHidden } from '@mantine/core';
import { IconLock, IconMailOpened } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { useTabTitle } from '~/ui/tab-title.ts';
import { useConnections } from '~/views/mail/connections.ts';
import type { Dialog } from './dialogs/dialog.ts';
import { Dialogs } from './dialogs/dialogs.tsx';
import type { Folder } from './folder.ts';
import { HelpDialog } from './help-dialog.tsx';
import classes from './inbox.module.css';
import { BrokenMailboxes } from './list/broken-mailboxes.tsx';
import { ConversationList } from './list/conversation-list.tsx';
import { Folders } from './list/folders.tsx';
import { ListBar } from './list/list-bar.tsx';
import { NewMail } from './new-mail.tsx';
import { OpenConversation } from './open-conversation.tsx';
import type { ThreadHandle } from './thread/thread.tsx';
import { useActions } from './use-actions.ts';
import { useConversations } from './use-conversations.ts';
import { useInboxUrl } from './use-inbox-url.ts';
import { type ShortcutActions, useKeys } from './use-keys.ts';

/** Folders, conversations, and the open conversation: three columns, or on a phone one after the other. */
export function InboxPage() {
  const { t } = useTranslation('inbox');
  const can = useCan();
  useTabTitle(t('title'));
  if (!can.scope('communications:read'))
    return <EmptyState icon={IconLock} title={t('noAccess')} text={t('noAccessText')} />;
  return <Inbox canWrite={can.scope('communications:write')} />;
}

function Inbox({ canWrite }: { readonly canWrite: boolean }) {
  const { t } = useTranslation('inbox');
  const { folder, id, q, channel, compose, go } = useInboxUrl();
  const source = useConversations(folder, q, channel);
  const allActions = useActions();
  const actions = canWrite ? allActions : undefined;
  const [dialog, setDialog] = useState<Dialog>();
  const [help, setHelp] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const thread = useRef<ThreadHandle>(null);
  const { rows } = source;
  const { selected, toggle, choose } = useSelected(rows);
  const at = rows.findIndex(({ _id }) => _id === id);
  const move = (step: number) => {
    const next = at < 0 ? rows[0] : rows[at + step];
    if (next) go({ id: next._id, compose: undefined }, true);
  };
  /** A closed conversation leaves the list, so the next one opens. */
  const leave = (verb: 'close' | 'trash') => {
    if (id === undefined) return;
    const next = rows[at + 1] ?? rows[at - 1];
    actions?.[verb]([id]);
    go({ id: at < 0 ? undefined : next?._id }, true);
  };
  const unread = () => {
    if (id === undefined) return;
    actions?.unread([id]);
    go({ id: undefined });
  };
  useKeys({
    next: () => move(1),
    previous: () => move(-1),
    ...(id !== undefined && actions && keysOfOpen({ id, thread, leave, unread, onDialog: setDialog })),
    ...(canWrite && { compose: () => go({ compose: 'new', id: undefined }) }),
    search: () => search.current?.focus(),
    help: () => setHelp(true),
  });
  return (
    <div className={classes.inbox} data-open={id !== undefined || compose || undefined}>
      <VisuallyHidden>
        <h1>{t('title')}</h1>
      </VisuallyHidden>
      <Side folder={q === '' ? folder : undefined} onHelp={() => setHelp(true)} />
      <div className={classes.list}>
        <ListBar
          folder={folder}
          q={q}
          channel={channel}
          onChannel={(next) => go({ channel: next, id: undefined }, true)}
          searchRef={search}
          onSearch={(text) => go({ q: text || undefined }, true)}
          onFolder={(next) => go({ folder: next, id: undefined, q: undefined })}
          onCompose={canWrite ? () => go({ compose: 'new', id: undefined }) : undefined}
          selected={selected}
          total={rows.length}
          onSelectAll={(all) => choose(all ? rows : [])}
          actions={actions}
          onDialog={setDialog}
        />
        <BrokenMailboxes />
        <ConversationList
          source={source}
          currentId={id}
          selected={new Set(selected)}
          onSelect={toggle}
          isSearch={q !== '' || channel !== undefined}
        />
      </div>
      <div className={classes.main}>
        {compose && <NewMail onClose={() => go({ compose: undefined })} onUndone={() => go({ compose: 'new' })} />}
        {!compose && id !== undefined && (
          <OpenConversation
            id={id}
            actions={actions}
            onDialog={setDialog}
            onBack={() => go({ id: undefined })}
            onUnread={unread}
            ref={thread}
          />
        )}
        {!compose && id === undefined && <NothingOpen isEmpty={!source.isPending && rows.length === 0} />}
      </div>
      {dialog && actions && (
        <Dialogs
          dialog={dialog}
          actions={actions}
          onClose={() => setDialog(undefined)}
          onMerged={(into) => go({ id: into })}
        />
      )}
      {help && <HelpDialog onClose={() => setHelp(false)} />}
    </div>
  );
}

/** The selected conversations. One that leaves the list is no longer selected. */
function useSelected(rows: readonly { readonly _id: string }[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = rows.map(({ _id }) => _id).filter((id) => chosen.has(id));
  return {
    selected,
    choose: (some: typeof rows) => setChosen(new Set(some.map(({ _id }) => _id))),
    toggle: (id: string) =>
      setChosen(new Set(chosen.has(id) ? selected.filter((other) => other !== id) : [...selected, id])),
  };
}

interface OpenKeysOptions {
  readonly id: string;
  readonly thread: RefObject<ThreadHandle | null>;
  readonly leave: (verb: 'close' | 'trash') => void;
  readonly unread: () => void;
  readonly onDialog: (dialog: Dialog) => void;
}

/** The shortcuts for the open conversation. */
const keysOfOpen = ({ id, thread, leave, unread, onDialog }: OpenKeysOptions): ShortcutActions => ({
  reply: () => thread.current?.write('reply'),
  comment: () => thread.current?.comment(),
  close: () => leave('close'),
  trash: () => leave('trash'),
  assign: () => onDialog({ kind: 'assign', ids: [id] }),
  snooze: () => onDialog({ kind: 'snooze', ids: [id] }),
  unread,
});

interface SideProps {
  readonly folder: Folder | undefined;
  readonly onHelp: () => void;
}

/** The first column: the folders, with links to mailboxes and shortcuts. */
function Side({ folder, onHelp }: SideProps) {
  const { t } = useTranslation('inbox');
  return (
    <div className={classes.side}>
      <Folders current={folder} />
      <div className={classes.sideFoot}>
        <Button component={Link} to="/settings/mailboxes" size="compact-xs" variant="subtle" color="gray">
          {t('mailboxes')}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onHelp}>
          {t('keys.show')}
        </Button>
      </div>
    </div>
  );
}

/** Suggests the next step: choose a conversation, or set up what is needed to receive one. */
function NothingOpen({ isEmpty }: { readonly isEmpty: boolean }) {
  const { t } = useTranslation('inbox');
  const isConnected = useConnections().length > 0;
  if (!isEmpty) return <EmptyState icon={IconMailOpened} title={t('choose')} text={t('chooseText')} />;
  return (
    <EmptyState
      icon={IconMailOpened}
      title={t('empty.next')}
      text={t(isConnected ? 'empty.nextConnected' : 'empty.nextText')}
      action={
        <Anchor component={Link} to="/settings/mailboxes" size="sm">
          {t(isConnected ? 'empty.manage' : 'empty.connect')}
        </Anchor>
      }
    />
  );
}
