import { asPlatform } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { requireSimpleHtml } from '../../messages/html/require-simple-html.ts';
import { mailboxConnections } from '../../model-names.ts';
import { resumeSending } from './resume-sending.ts';
import { findOwnConnection } from './sql/find-own-connection.ts';
import { wakeMailbox } from './sql/wake-mailbox.ts';

interface NewConnection {
  readonly email: string;
  readonly [field: string]: unknown;
}

/** The action when the user has already connected the mailbox. */
type Existing = 'refuse' | 'update';

/** Creates the connection of a user and schedules its first synchronisation. Returns the record. */
export function createConnection(
  context: Context,
  userId: string,
  values: NewConnection,
  existing: Existing = 'refuse',
): Promise<RecordObject> {
  return inTransaction(asPlatform(context), async (within) => {
    const { tenantId } = within.caller;
    const id = await findOwnConnection(within.tx, tenantId, userId, values.email);
    if (id !== undefined && existing === 'refuse')
      throw new AppError(
        'conflict',
        `You have connected ${values.email} already. Change that connection, or disconnect it first.`,
      );
    if (id !== undefined) return saveConnection(within, id, { ...values, status: 'active', error: null });
    if (typeof values.signature === 'string') requireSimpleHtml('signature', values.signature);
    const record = { ...values, ownerId: userId, status: 'syncing' };
    const { body } = await invoke(within, operations.create, mailboxConnections(within), { record });
    const created = JSON.parse(body) as RecordObject;
    await wakeMailbox(within.tx, tenantId, String(created._id));
    return created;
  });
}

/** Changes a connection and schedules a synchronisation at once. */
export function saveConnection(
  context: Context,
  id: string,
  record: Readonly<Record<string, unknown>>,
): Promise<RecordObject> {
  return inTransaction(asPlatform(context), async (within) => {
    if (typeof record.signature === 'string') requireSimpleHtml('signature', record.signature);
    const { body } = await invoke(within, operations.update, mailboxConnections(within), { id, record });
    await wakeMailbox(within.tx, within.caller.tenantId, id);
    if (record.status === 'active') await resumeSending(within.tx, within.caller.tenantId, id);
    return JSON.parse(body) as RecordObject;
  });
}

export const removeConnection = (context: Context, id: string): Promise<void> =>
  invoke(asPlatform(context), operations.remove, mailboxConnections(context), { id });
