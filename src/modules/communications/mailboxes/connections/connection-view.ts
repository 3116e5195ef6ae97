import { Type } from 'typebox';
import type { RecordObject } from '#core/operations/validate.ts';

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
  folders: Type.Array(Type.String()),
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
const lists: readonly string[] = ['folders', 'blocklist', 'teamIds'];

/** `record` is a record of mailboxConnections, as operations return it. */
export const viewConnection = (record: RecordObject): never =>
  Object.fromEntries(shown.map((key) => [key, record[key] ?? (lists.includes(key) ? [] : null)])) as unknown as never;
