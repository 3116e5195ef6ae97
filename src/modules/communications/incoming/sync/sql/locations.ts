import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface Location {
  readonly uid: number;
  readonly key: Buffer;
  readonly emailId: string | null;
  readonly seen: boolean;
}

/** Writes the folders and uids of messages. A uid that is stored already keeps its row. */
export const insertLocations = (
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  folderId: string,
  locations: readonly Location[],
): Promise<unknown> =>
  tx.query(
    `insert into mailbox_locations (tenant_id, connection_id, folder_id, uid, key, email_id, seen)
     select $1::bigint, $2::uuid, $3::uuid, l.uid, l.key, l.email_id, l.seen
     from unnest($4::bigint[], $5::bytea[], $6::uuid[], $7::boolean[]) l(uid, key, email_id, seen)
     on conflict (tenant_id, folder_id, uid) do nothing`,
    [
      tenantId,
      connectionId,
      folderId,
      locations.map(({ uid }) => uid),
      locations.map(({ key }) => key),
      locations.map(({ emailId }) => emailId),
      locations.map(({ seen }) => seen),
    ],
  );

/** Returns the messages whose mails were stored before and deleted here: they must not come back. */
export async function findDeleted(
  tx: Transaction,
  tenantId: string,
  keys: readonly Buffer[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ key: Buffer; emailId: string }>(
    `select distinct on (m.key) m.key, m.email_id as "emailId" from mailbox_locations m
     where m.tenant_id = $1::bigint and m.key = any($2::bytea[]) and m.email_id is not null
       and not exists (select 1 from communications_emails e where e.tenant_id = m.tenant_id and e.id = m.email_id)`,
    [tenantId, keys],
  );
  return new Map(rows.map(({ key, emailId }) => [key.toString('hex'), emailId]));
}

export async function readUids(db: Queryable, tenantId: string, folderId: string): Promise<Set<number>> {
  const rows = await db.query<{ uid: string }>(
    `select m.uid from ${scoped(
      'm',
      `select m.uid::text as uid from mailbox_locations m where ${inTenant('m')} and m.folder_id = $2::uuid and not m.gone`,
    )}`,
    [tenantId, folderId],
  );
  return new Set(rows.map(({ uid }) => Number(uid)));
}

/** Sets the flags that the server reports. Returns the mails whose messages changed. */
export async function changeSeen(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  folderId: string,
  seen: ReadonlyMap<number, boolean>,
): Promise<{ emailId: string; seen: boolean }[]> {
  return tx.query(
    `update mailbox_locations m set seen = s.seen from unnest($4::bigint[], $5::boolean[]) s(uid, seen)
     where m.tenant_id = $1::bigint and m.connection_id = $2::uuid and m.folder_id = $3::uuid and m.uid = s.uid
       and m.seen <> s.seen and m.email_id is not null
       and not exists (select 1 from mailbox_changes c where c.tenant_id = m.tenant_id and c.connection_id = m.connection_id
         and c.email_id = m.email_id and c.kind in ('seen', 'unseen'))
     returning m.email_id as "emailId", m.seen`,
    [tenantId, connectionId, folderId, [...seen.keys()], [...seen.values()]],
  );
}

/** Mails whose read flag follows this mailbox: it brought them, or the mailbox that brought them was disconnected. */
export async function mailsWithFlagOf(
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  emailIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select e.id from communications_emails e where e.tenant_id = $1::bigint and e.id = any($3::uuid[])
       and (e.connection_id is null or e.connection_id = $2::text or not exists (
         select from communications_mailbox_connections m where m.tenant_id = $1::bigint and m.id::text = e.connection_id))`,
    [tenantId, connectionId, emailIds],
  );
  return rows.map(({ id }) => id);
}

/** Marks messages that left the folder. The rows stay, so that a mail that was deleted here does not come back. */
export const markGone = (
  tx: Transaction,
  tenantId: string,
  folderId: string,
  uids: readonly number[],
): Promise<{ uid: string }[]> =>
  tx.query(
    `update mailbox_locations set gone = true
     where tenant_id = $1::bigint and folder_id = $2::uuid and uid = any($3::bigint[]) and not gone returning uid::text`,
    [tenantId, folderId, uids],
  );

/** Clears the uids of a renumbered folder and returns its previous messages. */
export async function forgetUids(tx: Transaction, tenantId: string, folderId: string): Promise<Location[]> {
  await tx.query('delete from mailbox_locations where tenant_id = $1::bigint and folder_id = $2::uuid and uid < 0', [
    tenantId,
    folderId,
  ]);
  return tx.query<Location>(
    `update mailbox_locations set uid = -uid - 1, gone = true where tenant_id = $1::bigint and folder_id = $2::uuid
     returning uid::int, key, email_id as "emailId", seen`,
    [tenantId, folderId],
  );
}

export interface MessagePlace {
  readonly folderId: string;
  readonly path: string;
  /** The numbering of the folder that `uid` belongs to. */
  readonly uidValidity: string;
  readonly uid: number;
  readonly key: Buffer;
}

/** Returns the folders and uids of a mail in a mailbox. */
export async function placesOf(
  db: Queryable,
  tenantId: string,
  connectionId: string,
  emailId: string,
): Promise<MessagePlace[]> {
  return db.query<MessagePlace>(
    `select p.* from ${scoped(
      'p',
      `select m.folder_id as "folderId", f.path, f.uid_validity::text as "uidValidity", m.uid::float8 as uid, m.key
       from mailbox_locations m
       join mailbox_folders f on f.tenant_id = m.tenant_id and f.connection_id = m.connection_id and f.id = m.folder_id
       where ${inTenant('m')} and m.connection_id = $2::uuid and m.email_id = $3::uuid and not m.gone`,
    )}`,
    [tenantId, connectionId, emailId],
  );
}
