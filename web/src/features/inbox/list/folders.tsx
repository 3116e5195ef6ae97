import {
  IconAlertOctagon,
  IconArchive,
  IconClock,
  IconInbox,
  IconMail,
  IconUser,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { type InboxCounts, inboxCountsQuery } from '~/metadata/inbox-counts.ts';
import { useConnections } from '~/views/mail/connections.ts';
import { type Folder, fixedFolders } from '../folder.ts';
import classes from '../inbox.module.css';
import { teamsQuery } from '../inbox-api.ts';

const icons = {
  mine: IconUser,
  unassigned: IconUserOff,
  all: IconInbox,
  snoozed: IconClock,
  closed: IconArchive,
  spam: IconAlertOctagon,
} as const;

/** Other folders show no number: there are many closed conversations, and spam needs no work. */
const counted = new Set(['mine', 'unassigned', 'all', 'snoozed']);

export interface FolderEntry {
  readonly folder: Folder;
  readonly label: string;
  readonly icon: typeof IconInbox;
  readonly count: number;
  readonly section: 'views' | 'mailboxes' | 'teams';
}

/** The folders with their counts: all conversations in fixed folders, unread ones in mailboxes and teams. */
export function useFolders(): readonly FolderEntry[] {
  const { t } = useTranslation('inbox');
  const can = useCan();
  const { data: counts } = useQuery(inboxCountsQuery);
  const connections = useConnections();
  const { data: teams = [] } = useQuery({ ...teamsQuery, enabled: can.scope('identity:read') });
  return [
    ...fixedFolders.map((folder) => ({
      folder,
      label: t(`folders.${folder}`),
      icon: icons[folder],
      count: counted.has(folder) ? Number(counts?.[folder as keyof InboxCounts] ?? 0) : 0,
      section: 'views' as const,
    })),
    ...connections.map(({ _id, email, name }) => ({
      folder: `mailbox:${_id}`,
      // Several mailboxes of one person may have the same name.
      label: name && connections.filter((other) => other.name === name).length === 1 ? name : email,
      icon: IconMail,
      count: counts?.byConnection.find(({ connectionId }) => connectionId === _id)?.unread ?? 0,
      section: 'mailboxes' as const,
    })),
    ...teams.map(({ _id, name }) => ({
      folder: `team:${_id}`,
      label: String(name ?? ''),
      icon: IconUsers,
      count: counts?.byTeam.find(({ teamId }) => teamId === _id)?.unread ?? 0,
      section: 'teams' as const,
    })),
  ];
}

/** The first column: the choice of folder. */
export function Folders({ current }: { readonly current: Folder | undefined }) {
  const { t } = useTranslation('inbox');
  const entries = useFolders();
  return (
    <nav className={classes.folders} aria-label={t('folders.title')}>
      {(['views', 'mailboxes', 'teams'] as const).map((section) => {
        const shown = entries.filter((entry) => entry.section === section);
        if (shown.length === 0) return null;
        return (
          <div key={section}>
            {section !== 'views' && <p className={classes.folderSection}>{t(`folders.${section}`)}</p>}
            {shown.map(({ folder, label, icon: Icon, count }) => (
              <Link
                key={folder}
                to="/inbox"
                search={{ folder } as never}
                className={classes.folder}
                aria-current={folder === current ? 'page' : undefined}
                data-current={folder === current || undefined}
              >
                <Icon size={16} stroke={1.6} aria-hidden className={classes.folderIcon} />
                <span className={classes.folderName}>{label}</span>
                {count > 0 && <span className={classes.count}>{count}</span>}
              </Link>
            ))}
          </div>
        );
      })}
    </nav>
  );
}
