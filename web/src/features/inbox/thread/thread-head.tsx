import { ActionIcon, Badge, Button, Group, Kbd, Menu, Text, Title, Tooltip } from '@mantine/core';
import {
  IconAddressBook,
  IconAlertOctagon,
  IconArchive,
  IconArrowLeft,
  IconArrowsJoin,
  IconClock,
  IconDots,
  IconInbox,
  IconMail,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { relativeTime } from '~/lib/relative-time.ts';
import type { Dialog } from '../dialogs/dialog.ts';
import classes from '../inbox.module.css';
import type { Conversation } from '../inbox-api.ts';
import { dueOf } from '../list/due.ts';
import type { Actions } from '../use-actions.ts';
import { useTitle } from '../use-title.ts';

interface ThreadHeadProps {
  readonly conversation: Conversation;
  /** Undefined when the person may only read. */
  readonly actions: Actions | undefined;
  readonly onDialog: (dialog: Dialog) => void;
  readonly onBack: () => void;
  readonly onUnread: () => void;
  readonly panel: { readonly opened: boolean; readonly onToggle: () => void };
}

/** The subject and state of the conversation, with its actions. */
export function ThreadHead({ conversation, actions, onDialog, onBack, onUnread, panel }: ThreadHeadProps) {
  const { t } = useTranslation('inbox');
  const title = useTitle(conversation);
  const isEnded = conversation.status === 'closed' || conversation.status === 'spam';
  const ids = [conversation._id];
  return (
    <header className={classes.threadHead}>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
        <ActionIcon
          className={classes.back}
          variant="subtle"
          color="gray"
          aria-label={t('back')}
          onClick={onBack}
          hiddenFrom="md"
        >
          <IconArrowLeft size={18} />
        </ActionIcon>
        <Title order={2} className={classes.threadTitle}>
          {title}
        </Title>
        <Group gap={4} wrap="nowrap">
          {actions && (
            <>
              <Tooltip label={t('actions.assign')}>
                <ActionIcon
                  variant="default"
                  aria-label={t('actions.assign')}
                  onClick={() => onDialog({ kind: 'assign', ids })}
                >
                  <IconUserPlus size={16} />
                </ActionIcon>
              </Tooltip>
              <Button
                size="xs"
                variant="default"
                leftSection={isEnded ? <IconInbox size={16} /> : <IconArchive size={16} />}
                onClick={() => (isEnded ? actions.reopen(ids) : actions.close(ids))}
                miw="max-content"
              >
                {t(isEnded ? 'actions.reopen' : 'actions.close')}
              </Button>
              <MoreMenu conversation={conversation} actions={actions} onDialog={onDialog} onUnread={onUnread} />
            </>
          )}
          <Tooltip label={t('panel.toggle')}>
            <ActionIcon
              variant="default"
              aria-label={t('panel.toggle')}
              aria-pressed={panel.opened}
              onClick={panel.onToggle}
            >
              <IconAddressBook size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <Facts conversation={conversation} />
    </header>
  );
}

type MoreMenuProps = Required<Pick<ThreadHeadProps, 'conversation' | 'onDialog' | 'onUnread'>> & {
  readonly actions: Actions;
};

function MoreMenu({ conversation: { _id, status }, actions, onDialog, onUnread }: MoreMenuProps) {
  const { t } = useTranslation('inbox');
  const ids = [_id];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('actions.more')}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {status === 'snoozed' ? (
          <Menu.Item leftSection={<IconClock size={16} />} onClick={() => actions.reopen(ids)}>
            {t('actions.wake')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconClock size={16} />} onClick={() => onDialog({ kind: 'snooze', ids })}>
            {t('actions.snooze')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconMail size={16} />} onClick={onUnread}>
          {t('actions.unread')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowsJoin size={16} />} onClick={() => onDialog({ kind: 'merge', ids })}>
          {t('actions.merge')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArchive size={16} />} onClick={() => actions.archive(ids)}>
          {t('actions.archive')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          rightSection={<Kbd size="xs">#</Kbd>}
          onClick={() => actions.trash(ids)}
        >
          {t('actions.trash')}
        </Menu.Item>
        {status !== 'spam' && (
          <Menu.Item leftSection={<IconAlertOctagon size={16} />} onClick={() => actions.spam(ids)}>
            {t('actions.spam')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Facts({ conversation }: { readonly conversation: Conversation }) {
  const { t, i18n } = useTranslation('inbox');
  const user = useRecordLabel('identity.users', conversation.assignedUserId);
  const team = useRecordLabel('identity.teams', conversation.assignedTeamId);
  const due = dueOf(conversation);
  const assignee = [user, team].filter(Boolean).join(' · ');
  return (
    <Group gap="xs" mt={4}>
      <Badge size="sm" variant="light" color="gray" tt="none">
        {t(`state.${conversation.status}`)}
      </Badge>
      {conversation.status === 'snoozed' && conversation.snoozedUntil && (
        <Text size="xs" c="dimmed">
          {t('snoozedUntil', { time: relativeTime(conversation.snoozedUntil, i18n.language) })}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {assignee === '' ? t('notAssigned') : t('assignedTo', { name: assignee })}
      </Text>
      {due && (
        <Badge size="sm" tt="none" variant="light" color={due.isLate ? 'red' : 'orange'}>
          {t(due.isLate ? 'due.late' : 'due.soon', { time: relativeTime(due.at, i18n.language) })}
        </Badge>
      )}
    </Group>
  );
}
