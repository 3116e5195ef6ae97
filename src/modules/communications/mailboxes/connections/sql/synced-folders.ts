import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

interface SyncedFolder {
  readonly path: string;
  readonly name: string;
  readonly role: string;
  readonly messages: number;
  readonly unread: number;
  readonly finished: boolean;
}

/** The folders of mailboxes that are read, with the number of messages: the inbox first, then sent mail. */
export async function readSyncedFolders(
  db: Queryable,
  tenantId: string,
  connectionIds: readonly string[],
): Promise<Map<string, SyncedFolder[]>> {
  const rows = await db.query<SyncedFolder & { connectionId: string }>(
    `select f.* from ${scoped(
      'f',
      `select f.connection_id as "connectionId", f.path, f.role, f.backfilled as finished, l.messages, l.unread
       from mailbox_folders f cross join lateral (
         select count(*)::int as messages, (count(*) filter (where not m.seen))::int as unread from mailbox_locations m
         where ${inTenant('m')} and m.folder_id = f.id and not m.gone) l
       where ${inTenant('f')} and f.connection_id = any($2::uuid[])`,
    )} order by case f.role when 'inbox' then 0 when 'sent' then 1 else 2 end, f.path`,
    [tenantId, connectionIds],
  );
  const folders = new Map<string, SyncedFolder[]>();
  for (const { connectionId, path, role, messages, unread, finished } of rows) {
    const name = path.split(/[/.]/).findLast((part) => part !== '') ?? path;
    const all = folders.get(connectionId) ?? [];
    all.push({ path, name, role, messages, unread, finished });
    folders.set(connectionId, all);
  }
  return folders;
}
