import type { Filter } from '~/api/records.ts';
import type { StoredFile } from '~/views/mail/stored-file.ts';

/** The content of a mail: a template with values, or its own text. */
export interface Message {
  readonly kind: 'template' | 'written';
  readonly templateId?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly subject: string;
  readonly html: string;
}

/** The sender of a mail, and whether opens and clicks are tracked. */
export interface Envelope {
  readonly from: string;
  readonly replyTo: string;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
}

export interface SingleDraft extends Envelope {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  /** The recipient's contact. If it is empty, the server finds it by the address. */
  readonly contactId?: string | undefined;
  readonly message: Message;
  readonly attachments: readonly StoredFile[];
  readonly sendAt?: string | undefined;
}

export const audienceKinds = ['list', 'segment', 'filter', 'addresses'] as const;

export interface Audience {
  readonly kind: (typeof audienceKinds)[number];
  readonly emailListId?: string | undefined;
  readonly segmentId?: string | undefined;
  readonly filter?: Filter | undefined;
  /** The pasted addresses. */
  readonly text: string;
}

export interface BulkDraft extends Envelope {
  readonly name: string;
  readonly audience: Audience;
  readonly message: Message;
}

const emptyMessage: Message = { kind: 'written', variables: {}, subject: '', html: '' };

export const emptySingle: SingleDraft = {
  to: [],
  cc: [],
  bcc: [],
  message: emptyMessage,
  attachments: [],
  from: '',
  replyTo: '',
  trackOpens: false,
  trackClicks: false,
};

export const emptyBulk: BulkDraft = {
  name: '',
  audience: { kind: 'list', text: '' },
  message: { ...emptyMessage, kind: 'template' },
  from: '',
  replyTo: '',
  trackOpens: true,
  trackClicks: true,
};

const isEmptyHtml = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') === '' && !html.includes('<img');

/** True when the message has content to send. */
export const hasContent = ({ kind, templateId, subject, html }: Message): boolean =>
  kind === 'template' ? templateId !== undefined : subject.trim() !== '' && !isEmptyHtml(html);

/** The content in the form of the API. A subject replaces the subject of the template. */
export function contentInput({ kind, templateId, variables, subject, html }: Message): Record<string, unknown> {
  const own = subject.trim() === '' ? {} : { subject: subject.trim() };
  const values = Object.keys(variables).length === 0 ? {} : { variables };
  return kind === 'template' ? { ...own, templateId, ...values } : { ...own, html, ...values };
}

export const envelopeInput = ({ from, replyTo, trackOpens, trackClicks }: Envelope): Record<string, unknown> => ({
  ...(from.trim() !== '' && { from: from.trim() }),
  ...(replyTo.trim() !== '' && { replyTo: replyTo.trim() }),
  trackOpens,
  trackClicks,
});
