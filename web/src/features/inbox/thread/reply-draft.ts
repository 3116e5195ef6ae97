import { textToHtml } from '~/lib/text-to-html.ts';
import { type ComposerDraft, type ComposerMode, emptyDraft } from '~/views/mail/composer/composer-draft.ts';
import type { Conversation, EmailMessage } from '../inbox-api.ts';

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const unique = (addresses: readonly string[]): string[] =>
  addresses.filter((address, n) => address !== '' && addresses.findIndex((other) => same(other, address)) === n);

const prefixed = (prefix: string, subject: string): string =>
  subject.toLowerCase().startsWith(prefix.toLowerCase()) ? subject : `${prefix} ${subject}`.trim();

interface ReplyInput {
  readonly mode: ComposerMode;
  readonly conversation: Conversation;
  readonly message: EmailMessage | undefined;
  /** True when the person chose this message, and not only the conversation. */
  readonly isChosen: boolean;
  /** Addresses of the person's own mailboxes, which get no copy. */
  readonly own: readonly string[];
  /** The words "Forwarded message" in the person's language. */
  readonly forwarded: string;
}

/** The initial draft of a reply or forward. */
export function replyDraft({ mode, conversation, message, isChosen, own, forwarded }: ReplyInput): ComposerDraft {
  const connectionId = conversation.connectionId ?? undefined;
  const subject = message?.subject ?? conversation.subject ?? '';
  if (mode === 'forward')
    return {
      ...emptyDraft,
      mode,
      connectionId,
      subject: prefixed('Fwd:', subject),
      html: message ? forwardedHtml(message, forwarded) : '',
      attachments: (message?.attachments ?? []).map(({ _id, name, size, contentType }) => ({
        _id,
        name,
        size,
        mimeType: contentType ?? 'application/octet-stream',
      })),
    };
  const isOwn = (address: string): boolean => own.some((mine) => same(mine, address));
  // A reply to one's own mail goes to the same recipients again.
  const others = (message?.to ?? []).filter((address) => !isOwn(address));
  const isFromOther = message?.direction === 'inbound' && message.from;
  const to = unique(isFromOther ? [message.replyTo || message.from || ''] : others);
  const cc =
    mode === 'replyAll'
      ? unique([...(isFromOther ? others : []), ...(message?.cc ?? [])]).filter(
          (address) => !isOwn(address) && !to.some((one) => same(one, address)),
        )
      : [];
  const inReplyTo = isChosen ? message?._id : undefined;
  return { ...emptyDraft, mode, connectionId, inReplyTo, to, cc, subject: prefixed('Re:', subject) };
}

function forwardedHtml({ from, fromName, subject, at, to, text, quotedText }: EmailMessage, title: string): string {
  const head = [
    `---------- ${title} ----------`,
    [fromName, from && `<${from}>`].filter(Boolean).join(' '),
    new Date(at).toISOString().slice(0, 16).replace('T', ' '),
    subject ?? '',
    (to ?? []).join(', '),
  ].join('\n');
  return `<p></p>${textToHtml(`${head}\n\n${[text, quotedText].filter(Boolean).join('\n\n')}`)}`;
}
