import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Mailbox } from '../../messages/reading/message.ts';
import { mailboxConnections } from '../../model-names.ts';
import type { SyncRun } from './sync-run.ts';

type MailboxSettings = Pick<SyncRun, 'mailbox' | 'provider' | 'backfillDays' | 'chosenFolders'> & {
  readonly status: string;
};

/** The mailbox with its settings. Undefined when it was disconnected. */
export async function readMailbox(context: Context, connectionId: string): Promise<MailboxSettings | undefined> {
  const { tenantId, accountKey } = context.caller;
  try {
    const { body } = await invoke(context, operations.get, mailboxConnections(context), {
      id: connectionId,
      query: {},
    });
    const record = JSON.parse(body);
    const mailbox: Mailbox = {
      tenantId,
      accountKey,
      connectionId,
      ownerId: record.ownerId,
      teamIds: record.teamIds ?? [],
      email: record.email,
      sharing: record.sharing ?? 'contacts',
      blocklist: record.blocklist ?? [],
      createsContacts: record.createsContacts === true,
    };
    const { provider, status, backfillDays, folders } = record;
    return { mailbox, provider, status, backfillDays: backfillDays ?? 30, chosenFolders: folders ?? [] };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}
