import type { StoredFile } from '../stored-file.ts';

export type ComposerMode = 'reply' | 'replyAll' | 'forward' | 'new';

/** A mail in the composer. */
export interface ComposerDraft {
  readonly mode: ComposerMode;
  readonly connectionId?: string | undefined;
  /** The id of the mail that is answered. Without it, the last mail of the conversation is answered. */
  readonly inReplyTo?: string | undefined;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly attachments: readonly StoredFile[];
  readonly sendAt?: string | undefined;
}

export const emptyDraft: ComposerDraft = {
  mode: 'new',
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  html: '',
  attachments: [],
};

/**
 * Continues a stored draft. If the person now replies to all or to another message, the text stays and the recipients
 * change.
 */
export function continueDraft(initial: ComposerDraft, kept: Partial<ComposerDraft> | undefined): ComposerDraft {
  if (!kept) return initial;
  // A new mail to a chosen person keeps that recipient, even if the stored draft had others.
  const to = initial.mode === 'new' && initial.to.length > 0 ? { to: initial.to } : {};
  const isSameMail = initial.inReplyTo === undefined || initial.inReplyTo === kept.inReplyTo;
  if (kept.mode === initial.mode && isSameMail) return { ...initial, ...kept, ...to };
  const { html = initial.html, attachments = initial.attachments } = kept;
  return { ...initial, html, attachments };
}
