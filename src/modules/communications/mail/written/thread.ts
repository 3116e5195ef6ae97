import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emails } from '../../model-names.ts';
import { findLastMessage } from './sql/last-message.ts';

/** A mail that another mail answers. */
export interface RepliedMail {
  readonly _id: string;
  readonly conversationId: string | null;
  readonly messageId: string | null;
  readonly references: readonly string[] | null;
  readonly direction: string | null;
  readonly from: string | null;
  readonly replyTo: string | null;
  readonly to: readonly string[] | null;
  readonly subject: string | null;
}

/** Fields of a mail, which become In-Reply-To and References. */
export interface Thread {
  readonly inReplyTo: string | null;
  readonly references: string[];
}

/** The beginning of the thread and the newest messages are enough for every mail program. */
const maxReferences = 50;

/** Returns the named mail, else the last message of the conversation that the caller may read. */
export async function findAnswered(
  within: TransactionContext,
  emailId: string | undefined,
  conversationId: string | undefined,
): Promise<RepliedMail | undefined> {
  const model = emails(within);
  const id =
    emailId ??
    (conversationId === undefined
      ? undefined
      : await findLastMessage(within, within.caller.access.grant(model, 'read'), conversationId));
  if (id === undefined) return undefined;
  const { body } = await invoke(within, operations.get, model, { id, query: {} }).catch((error) => {
    throw error instanceof AppError && error.code === 'not_found'
      ? invalid('inReplyTo', 'reference_not_found', 'is not the _id of a mail that you may read')
      : error;
  });
  const answered = JSON.parse(body) as RepliedMail;
  if (conversationId !== undefined && answered.conversationId !== null && answered.conversationId !== conversationId)
    throw invalid('inReplyTo', 'invalid', 'is a mail of another conversation; leave out conversationId, or inReplyTo');
  return answered;
}

export function threadOf(answered: RepliedMail | undefined): Thread {
  if (!answered?.messageId) return { inReplyTo: null, references: [] };
  const all = [...new Set([...(answered.references ?? []), answered.messageId])];
  const references = all.length <= maxReferences ? all : [...all.slice(0, 1), ...all.slice(1 - maxReferences)];
  return { inReplyTo: answered.messageId, references };
}
