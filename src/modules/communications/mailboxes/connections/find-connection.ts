import { withAllAccess } from '#core/access/platform.ts';
import { type Context, queryable } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isId } from '#lib/ids.ts';
import { mailboxConnections } from '../../model-names.ts';
import { usableConnections } from './sql/usable-connections.ts';

/** The purpose for which the caller needs a mailbox. */
type Purpose =
  /** Its user and the members of its teams may use it. */
  | 'use'
  /** Only the owner may change it. An administrator must not change the sharing of a personal mailbox. */
  | 'change'
  /** Its user and administrators may remove it, because users leave the company. */
  | 'remove';

const pageSize = 200;

/** The connections that the caller may use, oldest first. */
export async function listConnections(context: Context): Promise<RecordObject[]> {
  const { tenantId, userId } = context.caller;
  if (userId === null) return [];
  const ids = await usableConnections(queryable(context), tenantId, userId);
  const found: RecordObject[] = [];
  for (let at = 0; at < ids.length; at += pageSize) {
    const query = {
      filter: { _id: { in: ids.slice(at, at + pageSize) } },
      limit: pageSize,
      count: 'none',
      sort: '_id',
    };
    const { body } = await invoke(withAllAccess(context), operations.list, mailboxConnections(context), {
      query: () => query,
    });
    found.push(...(JSON.parse(body) as { data: RecordObject[] }).data);
  }
  return found;
}

/**
 * Returns a connection. Throws `mailbox_not_connected` when the caller has no mailbox at all, and `not_found` when it
 * is somebody else's.
 */
export async function requireConnection(context: Context, givenId: string, purpose: Purpose): Promise<RecordObject> {
  const { tenantId, userId, access } = context.caller;
  const id = givenId.toLowerCase();
  const ids = userId === null ? [] : await usableConnections(queryable(context), tenantId, userId);
  const mayRemove = purpose === 'remove' && access.reach('communications:admin') === 'all';
  if (purpose === 'use' && ids.length === 0)
    throw new AppError('mailbox_not_connected', 'You have no mailbox yet: connect one in the settings of mailboxes.');
  if (!isId(id) || !(mayRemove || ids.includes(id))) throw notFound(`Mailbox connection ${givenId}`);
  const record = await readConnection(context, id);
  if (purpose === 'change' && record.ownerId !== userId)
    throw new AppError('forbidden', 'Only the user who connected the mailbox may change it.');
  if (purpose === 'remove' && record.ownerId !== userId && !mayRemove)
    throw new AppError('forbidden', 'Only the user who connected the mailbox, or an administrator, may disconnect it.');
  return record;
}

async function readConnection(context: Context, id: string): Promise<RecordObject> {
  const { body } = await invoke(withAllAccess(context), operations.get, mailboxConnections(context), { id, query: {} });
  return JSON.parse(body) as RecordObject;
}
