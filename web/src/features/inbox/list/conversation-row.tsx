import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { relativeTime } from '~/lib/relative-time.ts';
import { useMe } from '~/metadata/access.ts';
import { PersonAvatar } from '~/ui/person-avatar.tsx';
import classes from '../inbox.module.css';
import type { Conversation } from '../inbox-api.ts';
import { isUnread } from '../is-unread.ts';
import { useTitle } from '../use-title.ts';
import { dueOf } from './due.ts';

interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

/** The other party: the contact if it is known, otherwise the addresses. */
function useParty({ contactId, participants }: Conversation): string {
  const { t } = useTranslation('inbox');
  const contact = useRecordLabel('sales.contacts', contactId);
  return contact ?? ((participants ?? []).slice(0, 3).join(', ') || t('unknownSender'));
}

export function ConversationRow({ conversation, isCurrent, isSelected, onSelect }: ConversationRowProps) {
  const { t, i18n } = useTranslation('inbox');
  const party = useParty(conversation);
  const assignee = useRecordLabel('identity.users', conversation.assignedUserId);
  const { user } = useMe();
  const { preview, lastMessageAt, snoozedUntil, status } = conversation;
  const unread = isUnread(conversation, user._id);
  const due = dueOf(conversation);
  const title = useTitle(conversation);
  return (
    <div className={classes.row} data-current={isCurrent || undefined} data-unread={unread || undefined}>
      <label className={classes.rowSelect}>
        <input type="checkbox" checked={isSelected} onChange={onSelect} aria-label={t('select', { subject: title })} />
      </label>
      <Link
        to="/inbox"
        search={((old: object) => ({ ...old, id: conversation._id, compose: undefined })) as never}
        className={classes.rowLink}
        aria-current={isCurrent ? 'true' : undefined}
        id={`conversation-${conversation._id}`}
      >
        <span className={classes.rowHead}>
          <span className={classes.party}>{party}</span>
          {lastMessageAt && <time dateTime={lastMessageAt}>{relativeTime(lastMessageAt, i18n.language)}</time>}
        </span>
        <span className={classes.subject}>
          {unread && <span className={classes.dot} role="img" aria-label={t('unread')} />}
          {title}
        </span>
        <span className={classes.preview}>{preview}</span>
        <span className={classes.rowFoot}>
          {due && (
            <Badge size="xs" tt="none" variant="light" color={due.isLate ? 'red' : 'orange'} flex="none">
              {t(due.isLate ? 'due.late' : 'due.soon', { time: relativeTime(due.at, i18n.language) })}
            </Badge>
          )}
          {status === 'snoozed' && snoozedUntil && (
            <Text span size="xs" c="dimmed">
              {t('snoozedUntil', { time: relativeTime(snoozedUntil, i18n.language) })}
            </Text>
          )}
          {assignee !== undefined && (
            <span className={classes.assignee} title={t('assignedTo', { name: assignee })}>
              <PersonAvatar name={assignee} size={18} />
              <Text span size="xs" c="dimmed" truncate>
                {assignee}
              </Text>
            </span>
          )}
        </span>
      </Link>
    </div>
  );
}
