import type { Filter } from '~/api/records.ts';

/** A folder of the inbox: a fixed one, a mailbox (`mailbox:<id>`), or a team (`team:<id>`). */
export type Folder = string;

export const fixedFolders = ['mine', 'unassigned', 'all', 'snoozed', 'closed', 'spam'] as const;
type FixedFolder = (typeof fixedFolders)[number];

export const firstFolder: Folder = 'all';

const open = { status: { in: ['open', 'pending'] } };

const filters: Readonly<Record<FixedFolder, (userId: string) => Filter>> = {
  mine: (userId) => ({ ...open, assignedUserId: userId }),
  unassigned: () => ({ ...open, assignedUserId: { null: true }, assignedTeamId: { null: true } }),
  all: () => open,
  snoozed: () => ({ status: 'snoozed' }),
  closed: () => ({ status: 'closed' }),
  spam: () => ({ status: 'spam' }),
};

/** A merged conversation appears as part of its target. */
const notMerged = { mergedIntoId: { null: true } };

export function folderFilter(folder: Folder, userId: string): Filter {
  const [kind, id] = folder.split(':');
  if (id !== undefined && kind === 'mailbox') return { ...open, ...notMerged, connectionId: id };
  if (id !== undefined && kind === 'team') return { ...open, ...notMerged, assignedTeamId: id };
  const fixed = fixedFolders.find((name) => name === folder) ?? 'all';
  return { ...filters[fixed](userId), ...notMerged };
}
