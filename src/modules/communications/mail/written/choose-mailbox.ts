import type { Context } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isConnected, type OwnMailbox, readOwnMailboxes } from './sql/own-mailboxes.ts';

/**
 * Returns the named mailbox; else the preferred one if the caller may use it, or the caller's first. Throws when there
 * is none.
 */
export async function chooseMailbox(context: Context, connectionId: string | undefined): Promise<OwnMailbox> {
  const chosen = await findMailbox(context, connectionId);
  if (!chosen)
    throw new AppError(
      'mailbox_not_connected',
      'You have no mailbox: connect one with GET /api/communications/mailbox-connection/connect or POST /api/communications/mailbox-connection.',
    );
  return chosen;
}

/** Works like `chooseMailbox`, but returns undefined when the caller has no mailbox. */
export async function findMailbox(
  context: Context,
  connectionId: string | undefined,
  preferredId: string | null = null,
): Promise<OwnMailbox | undefined> {
  const own = await readOwnMailboxes(context);
  if (connectionId !== undefined) {
    const found = own.find(({ id }) => id === connectionId);
    if (found) return found;
    if (own.length > 0 || (await isConnected(context, connectionId)))
      throw notFound(`Mailbox connection ${connectionId}`);
  }
  return own.find(({ id }) => id === preferredId) ?? own[0];
}
