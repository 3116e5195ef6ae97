import type { ListResponse } from 'imapflow';

export interface ChosenFolder {
  readonly path: string;
  readonly role: 'inbox' | 'sent' | 'other';
}

const roles: Readonly<Record<string, string>> = {
  '\\Inbox': 'inbox',
  '\\Sent': 'sent',
  '\\Archive': 'archive',
  '\\Trash': 'trash',
  '\\Junk': 'junk',
  '\\Drafts': 'drafts',
  '\\All': 'all',
};

/** imapflow also recognises well-known names where the server names no special use. */
const roleOf = ({ path, specialUse }: ListResponse): string =>
  path.toUpperCase() === 'INBOX' ? 'inbox' : (roles[specialUse ?? ''] ?? 'other');

const isSelectable = ({ flags }: ListResponse): boolean => !flags.has('\\Noselect') && !flags.has('\\NonExistent');

/** The folders to read: inbox, sent mail, and those that the user chose. */
export function chooseFolders(listed: readonly ListResponse[], chosen: readonly string[]): ChosenFolder[] {
  const selectable = listed.filter(isSelectable);
  const inbox = selectable.find((folder) => roleOf(folder) === 'inbox')?.path ?? 'INBOX';
  const sent = selectable.find((folder) => roleOf(folder) === 'sent')?.path;
  const others = selectable
    .map(({ path }) => path)
    .filter((path) => chosen.includes(path) && path !== inbox && path !== sent);
  return [
    { path: inbox, role: 'inbox' },
    ...(sent === undefined ? [] : [{ path: sent, role: 'sent' as const }]),
    ...others.map((path) => ({ path, role: 'other' as const })),
  ];
}

/** The folder with a special use; undefined when the server has none. */
export const folderFor = (listed: readonly ListResponse[], role: string): string | undefined =>
  listed.find((folder) => isSelectable(folder) && roleOf(folder) === role)?.path;

export function describeFolders(listed: readonly ListResponse[], chosen: readonly string[]) {
  const synced = new Set(chooseFolders(listed, chosen).map(({ path }) => path));
  return listed
    .filter(isSelectable)
    .map((folder) => ({ path: folder.path, name: folder.name, role: roleOf(folder), synced: synced.has(folder.path) }));
}
