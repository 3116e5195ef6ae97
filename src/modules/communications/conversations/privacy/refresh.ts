import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { previewOf } from '../../messages/reading/preview.ts';
import { conversations, emails } from '../../model-names.ts';
import { isWider } from '../visibility.ts';
import { shareAttachments } from './share-attachments.ts';
import { type Audience, type ConversationAudience, conversationAudiences, mailAudiences } from './sql/audiences.ts';
import { readShownMails, type ShownMails } from './sql/shown-mails.ts';

export interface RefreshOptions {
  /** Viewers to remove, because their mailbox no longer shares with them. */
  readonly removedTeamIds?: readonly string[];
  /** Contacts that conversations will get. They decide who sees them. */
  readonly contactIds?: ReadonlyMap<string, string>;
}

const changesOf = ({ visibility, viewerIds, viewerTeamIds }: Audience, { removedTeamIds = [] }: RefreshOptions) => ({
  visibility,
  viewerIds: [...viewerIds],
  viewerTeamIds: viewerTeamIds.filter((id) => !removedTeamIds.includes(id)),
});

/** Sets who sees mails, and their attachments, by the mailboxes that hold them. The widest visibility wins. */
export async function refreshMails(
  context: TransactionContext,
  emailIds: readonly string[],
  options: RefreshOptions = {},
): Promise<void> {
  if (emailIds.length === 0) return;
  const audiences = await mailAudiences(context.tx, context.caller.tenantId, emailIds);
  const rows = audiences.map((audience) => ({ id: audience.id, values: changesOf(audience, options) }));
  const changed = await updateMany(context, emails(context), rows, { withoutHooks: true });
  await shareAttachments(context, changed);
}

/** Returns who may see conversations, and which texts of their mails they show, as values of their fields. */
export async function conversationPrivacy(
  context: TransactionContext,
  conversationIds: readonly string[],
  options: RefreshOptions = {},
): Promise<Map<string, Record<string, JsonValue>>> {
  const { tx, caller } = context;
  const audiences = await conversationAudiences(tx, caller.tenantId, conversationIds, options.contactIds ?? new Map());
  const shown = new Map(
    (await readShownMails(tx, caller.tenantId, audiences)).map((mails) => [mails.conversationId, mails]),
  );
  return new Map(
    audiences.map((audience) => [
      audience.id,
      { ...changesOf(audience, options), ...shownTexts(audience, shown.get(audience.id)) },
    ]),
  );
}

/**
 * The preview and subject of a conversation come from mails that all its viewers may see. When the conversation gets more viewers, a
 * subject of another mail is removed; a hidden subject is restored when it is allowed again.
 */
function shownTexts(
  { subject, visibility, visibilityBefore }: ConversationAudience,
  mails: ShownMails | undefined,
): Record<string, JsonValue> {
  if (!mails) return { preview: '', ...(isWider(visibility, visibilityBefore) && { subject: null }) };
  const isHidden = subject === null || (isWider(visibility, visibilityBefore) && !mails.hasSubject);
  return { preview: previewOf(mails.text, mails.html), ...(isHidden && { subject: mails.subject }) };
}

/** Sets who sees conversations. Call it after the change of their mails. */
export async function refreshConversations(
  context: TransactionContext,
  conversationIds: readonly string[],
  options: RefreshOptions = {},
): Promise<void> {
  if (conversationIds.length === 0) return;
  const privacy = await conversationPrivacy(context, conversationIds, options);
  await updateMany(
    context,
    conversations(context),
    Array.from(privacy, ([id, values]) => ({ id, values })),
    { withoutHooks: true },
  );
}
