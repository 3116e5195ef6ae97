import type { Filter } from '~/api/records.ts';
import type { StoredFile } from '~/views/mail/stored-file.ts';

/** What a mail says: a template with values, or a text of its own. */
export interface Message {
  readonly kind: 'template' | 'written';
  readonly templateId?: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly subject: string;
  readonly html: string;
}

/** Who sends it, and what is counted. */
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
  /** The contact that the mail is for; found by the address when it is empty. */
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
  /** Pasted addresses. */
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

/** Whether there is something to send. */
export const hasContent = ({ kind, templateId, subject, html }: Message): boolean =>
  kind === 'template' ? templateId !== undefined : subject.trim() !== '' && !isEmptyHtml(html);

/** The content as the API takes it. A subject beside a template replaces that of the template. */
export function contentInput({ kind, templateId, variables, subject, html }: Message): Record<string, unknown> {
  const own = subject.trim() === '' ? {} : { subject: subject.trim() };
  return kind === 'template' ? { ...own, templateId, variables } : { ...own, html };
}

export const envelopeInput = ({ from, replyTo, trackOpens, trackClicks }: Envelope): Record<string, unknown> => ({
  ...(from.trim() !== '' && { from: from.trim() }),
  ...(replyTo.trim() !== '' && { replyTo: replyTo.trim() }),
  trackOpens,
  trackClicks,
});
