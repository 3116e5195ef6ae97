import { Type } from 'typebox';
import { type Context, queryable } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { readSyncedFolders } from './sql/synced-folders.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);

const server = nullable(
  Type.Object({ host: Type.String(), port: Type.Integer(), secure: Type.Boolean(), username: Type.String() }),
);

/** A mailbox as its user sees it. */
export const connectionView = Type.Object({
  _id: Type.String(),
  provider: Type.String(),
  email: Type.String(),
  name: nullable(Type.String()),
  status: Type.String({ description: 'active, syncing, needsReauthorization or failing.' }),
  error: nullable(Type.String({ description: 'Why it fails, or what its user has to do.' })),
  lastSyncedAt: nullable(Type.String()),
  backfillDays: nullable(Type.Integer()),
  backfillTotal: nullable(Type.Integer()),
  backfillDone: nullable(Type.Integer()),
  folders: Type.Array(
    Type.Object({
      path: Type.String(),
      name: Type.String(),
      role: Type.String({ description: 'inbox, sent or other.' }),
      messages: Type.Integer({ description: 'Messages that were found in it so far.' }),
      unread: Type.Integer(),
      finished: Type.Boolean({ description: 'False while old messages are still read.' }),
    }),
    { description: 'The folders that are read. Empty until the first synchronisation has begun.' },
  ),
  chosenFolders: Type.Array(Type.String(), {
    description: 'The paths that were chosen with `folders` of a write, besides the inbox and sent mail.',
  }),
  sharing: nullable(Type.String()),
  blocklist: Type.Array(Type.String()),
  createsContacts: nullable(Type.Boolean()),
  signature: nullable(Type.String()),
  ownerId: nullable(Type.String()),
  teamIds: Type.Array(Type.String()),
  imap: server,
  smtp: server,
  createdAt: Type.String(),
});

const shown = Object.keys(connectionView.properties);
const lists: readonly string[] = ['blocklist', 'teamIds'];

/** `records` are records of mailboxConnections, as operations return them. */
export async function viewConnections(context: Context, records: readonly RecordObject[]): Promise<never[]> {
  const ids = records.map(({ _id }) => String(_id));
  const synced = await readSyncedFolders(queryable(context), context.caller.tenantId, ids);
  return records.map((record) => ({
    ...Object.fromEntries(shown.map((key) => [key, record[key] ?? (lists.includes(key) ? [] : null)])),
    folders: synced.get(String(record._id)) ?? [],
    chosenFolders: record.folders ?? [],
  })) as unknown as never[];
}

export const viewConnection = async (context: Context, record: RecordObject): Promise<never> =>
  (await viewConnections(context, [record]))[0] as never;
