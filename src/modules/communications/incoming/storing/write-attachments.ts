import type { TransactionContext } from '#core/context.ts';
import { bytesInUse } from '#core/files/contents.ts';
import { discardUntaken, type StagedFile } from '#core/files/staged-file.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { storedFiles } from '../../../data/contract.ts';
import { mailVisibility } from '../../conversations/contract.ts';
import type { Mailbox, PreparedMessage } from '../../messages/reading/message.ts';
import type { Links } from '../links/find-links.ts';
import type { WrittenAttachment } from './email-values.ts';

/** Makes records of staged attachments. Those over the quota are left out with a note: no message is refused because of it. */
export async function writeAttachments(
  context: TransactionContext,
  mailbox: Mailbox,
  message: PreparedMessage,
  { contactId }: Links,
): Promise<{ attachments: WrittenAttachment[]; notes: string[] }> {
  const { tx, services } = context;
  const attachments: WrittenAttachment[] = [];
  const notes: string[] = [];
  const model = storedFiles(context);
  for (const { file, contentId } of message.attachments) {
    const { quota } = services.settings.files;
    if ((await bytesInUse(tx, mailbox.tenantId)) + file.size > quota) {
      notes.push(
        `The attachment ${file.name} was left out: the files of this account reached their quota (FILE_QUOTA).`,
      );
      continue;
    }
    const record = {
      name: file.name,
      ownerId: mailbox.ownerId,
      visibility: mailVisibility(mailbox.sharing, contactId),
      viewerIds: mailbox.ownerId === null ? [] : [mailbox.ownerId],
      viewerTeamIds: [...mailbox.teamIds],
      contactId,
    };
    const { body } = await invoke({ ...context, uploads: [file] }, operations.create, model, { record });
    attachments.push({ id: (JSON.parse(body) as { _id: string })._id, contentId });
  }
  return { attachments, notes };
}

/**
 * Discards staged files that no record took, once the transaction has committed: attachments of known messages, and contents that were
 * stored already. Files left by a crash are removed by the daily cleaning.
 */
export function discardUnused(context: TransactionContext, messages: readonly PreparedMessage[]): void {
  const files: StagedFile[] = messages.flatMap(({ attachments }) => attachments.map(({ file }) => file));
  if (files.length === 0) return;
  const { tx, ...outside } = context;
  tx.afterCommit(() => {
    // `discardUntaken` logs its own failures.
    void discardUntaken(outside, files);
  });
}
