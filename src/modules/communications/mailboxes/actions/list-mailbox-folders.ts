import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { ImapSession } from '../../imap/imap-session.ts';
import { connectionPath, connectionsRoute } from '../connections/connection-input.ts';
import { MailboxNotUsable, openLogins } from '../connections/credentials.ts';
import { requireConnection } from '../connections/find-connection.ts';
import { describeFolders } from '../servers/choose-folders.ts';
import { guardFor } from '../servers/guard.ts';
import { type ImapError, imapErrorText } from '../servers/imap-error.ts';

export const listMailboxFolders = defineAction({
  name: 'communications.listMailboxFolders',
  summary: 'The folders at the server of a mailbox',
  routes: [{ method: 'GET', path: `${connectionsRoute}/:id/folders` }],
  access: 'communications:write',
  waitsForOthers: true,
  input: Type.Object(connectionPath, { additionalProperties: false }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        path: Type.String(),
        name: Type.String(),
        role: Type.String({ description: 'inbox, sent, archive, trash, junk, drafts, all or other.' }),
        synced: Type.Boolean({ description: 'Whether it is read now.' }),
      }),
    ),
  }),
  async run(given, { id: givenId }) {
    const context = outsideTransaction(given);
    const { services, caller } = context;
    const record = await requireConnection(context, givenId, 'change');
    const signal = given.signal ?? new AbortController().signal;
    try {
      const { imap } = await openLogins(services, caller.tenantId, String(record._id));
      const guard = guardFor(services, imap);
      const session = await ImapSession.open(imap, {
        guard,
        allowPlain: guard.allowPrivate,
        resync: false,
        signal,
        onNews: () => {},
      });
      const folders = await session.folders().finally(() => session.signOut());
      return { body: { data: describeFolders(folders, (record.folders ?? []) as string[]) } };
    } catch (error) {
      const text = error instanceof MailboxNotUsable ? error.message : imapErrorText(error as ImapError);
      throw new AppError('conflict', `The folders cannot be listed. ${text}`);
    }
  },
});
