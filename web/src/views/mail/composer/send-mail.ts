import { request } from '~/api/http.ts';
import type { RecordData } from '~/api/records.ts';
import { plainBody } from '../plain-body.ts';
import type { ComposerDraft } from './composer-draft.ts';

export interface SentMail extends RecordData {
  /** The time until which sending can be undone. */
  readonly undoUntil?: string | null;
}

const base = '/api/communications';

/** The request that sends a draft: a reply to a conversation, or a new mail. */
export function sendInput(draft: ComposerDraft, conversationId: string | undefined) {
  const isReply = conversationId !== undefined && (draft.mode === 'reply' || draft.mode === 'replyAll');
  const body = {
    connectionId: draft.connectionId,
    to: draft.to,
    ...(draft.cc.length > 0 && { cc: draft.cc }),
    ...(draft.bcc.length > 0 && { bcc: draft.bcc }),
    ...(!isReply && { subject: draft.subject.trim() }),
    ...(isReply && draft.inReplyTo !== undefined && { inReplyTo: draft.inReplyTo }),
    body: plainBody(draft.html),
    html: draft.html,
    ...(draft.attachments.length > 0 && { attachments: draft.attachments.map(({ _id }) => _id) }),
    ...(draft.sendAt !== undefined && { sendAt: draft.sendAt }),
  };
  return { path: isReply ? `${base}/conversations/${conversationId}/reply` : `${base}/mailbox-send`, body };
}

export const sendMail = ({ path, body }: ReturnType<typeof sendInput>, idempotencyKey: string): Promise<SentMail> =>
  request('POST', path, { body, headers: { 'idempotency-key': idempotencyKey } });

/** Turns a queued mail into a draft again. The server refuses this once sending has begun. */
export const undoSend = (emailId: string): Promise<unknown> => request('POST', `${base}/mailbox-send/${emailId}/undo`);
