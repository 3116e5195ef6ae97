import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { filterQuery, type RecordData } from '~/api/records.ts';

const base = '/api/communications';

/** Paths of the models of mail. */
export const paths = {
  contacts: '/api/sales/contacts',
  emails: `${base}/emails`,
  lists: `${base}/emailLists`,
  members: `${base}/emailListMembers`,
  recipients: `${base}/emailSnapshotContacts`,
  snapshots: `${base}/emailSnapshots`,
  suppressions: `${base}/emailSuppressions`,
  templates: `${base}/emailTemplates`,
  transports: `${base}/emailTransports`,
} as const;

type BatchStatus = 'sending' | 'paused' | 'sent' | 'cancelled';

export interface Batch {
  readonly batchId: string;
  readonly status: BatchStatus;
  /** The reason why the server paused the batch; null when a person did. */
  readonly pauseReason: string | null;
  readonly accepted: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly bounced: number;
  readonly skipped: number;
  readonly duplicates: number;
  readonly startedAt: string;
  readonly finishedAt: string | null;
}

export interface BulkAnswer {
  readonly batchId: string;
  readonly accepted: number;
  readonly rejected: readonly { readonly email: string; readonly reason: 'invalid' | 'duplicate' | 'suppressed' }[];
}

export interface Preview {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string;
  readonly missing: readonly string[];
}

/** A design from which a template can start. */
export interface Starter {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly format: 'html' | 'mjml' | 'text';
  readonly subject: string;
  readonly previewText: string;
  readonly html?: string;
  readonly text?: string;
  readonly sampleData: Readonly<Record<string, unknown>>;
}

export interface PreviewInput {
  readonly contactId?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Unsaved fields, which override the stored ones. */
  readonly draft?: Readonly<Record<string, unknown>> | undefined;
}

export type CountName =
  | 'sent'
  | 'delivered'
  | 'opened'
  | 'uniqueOpens'
  | 'clicked'
  | 'uniqueClicks'
  | 'bounced'
  | 'complained'
  | 'unsubscribed'
  | 'failed';
export type Counts = Readonly<Record<CountName, number>>;

export interface Analytics extends Counts {
  readonly deliveryRate: number;
  readonly openRate: number;
  readonly clickRate: number;
  readonly groups: readonly (Partial<Counts> & {
    readonly day?: string;
    readonly domain?: string | null;
    readonly link?: string;
  })[];
}

export interface AnalyticsInput {
  readonly filter?: Readonly<Record<'campaignId' | 'batchId' | 'templateId', string | undefined>> | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly groupBy?: 'day' | 'link' | 'domain' | undefined;
}

export interface SubscribeResult {
  readonly subscribed: number;
  readonly pending: number;
  readonly alreadySubscribed: number;
  readonly rejected: readonly { readonly email: string; readonly reason: string }[];
}

export interface DnsRecord {
  readonly type: 'TXT' | 'MX';
  readonly name: string;
  readonly value: string;
  readonly purpose: string;
  readonly found: readonly string[];
  readonly ok: boolean;
  readonly error?: string;
}

export interface TransportTest {
  readonly ok: boolean;
  readonly message: string;
  readonly durationMs: number;
}

type Input = Readonly<Record<string, unknown>>;

export const mailApi = {
  analytics: ({ filter, ...rest }: AnalyticsInput, signal?: AbortSignal): Promise<Analytics> =>
    request('GET', `${base}/email-analytics`, { query: { ...filterQuery(filter), ...rest }, signal }),

  batch: (id: string, signal?: AbortSignal): Promise<Batch> => request('GET', `${base}/bulk-email/${id}`, { signal }),
  changeBatch: (id: string, action: 'pause' | 'resume' | 'cancel'): Promise<Batch> =>
    request('POST', `${base}/bulk-email/${id}/${action}`),
  retryFailed: (id: string, includeUnconfirmed: boolean): Promise<Batch> =>
    request('POST', `${base}/bulk-email/${id}/retry-failed`, { body: { includeUnconfirmed } }),

  /** Sends a mailing. With `dryRun` the server only reports who would get it. */
  sendBulk: (body: Input, options: { dryRun?: boolean; idempotencyKey?: string } = {}): Promise<BulkAnswer> =>
    request('POST', `${base}/bulk-email/send`, {
      body,
      query: { dryRun: options.dryRun || undefined },
      headers: idempotent(options.idempotencyKey),
    }),
  send: (body: Input, idempotencyKey: string): Promise<RecordData> =>
    request('POST', `${base}/send-email`, { body, headers: idempotent(idempotencyKey) }),
  schedule: (body: Input, idempotencyKey: string): Promise<RecordData> =>
    request('POST', `${base}/email-scheduling/schedule`, { body, headers: idempotent(idempotencyKey) }),
  reschedule: (id: string, sendAt: string): Promise<RecordData> =>
    request('PATCH', `${base}/email-scheduling/${id}`, { body: { sendAt } }),
  cancelScheduled: (id: string): Promise<RecordData> => request('DELETE', `${base}/email-scheduling/${id}`),

  preview: (id: string, body: PreviewInput, signal?: AbortSignal): Promise<Preview> =>
    request('POST', `${base}/email-templates/${id}/preview`, { body, signal }),
  starters: (signal?: AbortSignal): Promise<{ data: readonly Starter[] }> =>
    request('GET', `${base}/email-template-starters`, { signal }),
  previewStarter: (key: string, signal?: AbortSignal): Promise<Omit<Preview, 'missing'>> =>
    request('GET', `${base}/email-template-starters/${key}/preview`, { signal }),
  testTemplate: (id: string, to: string): Promise<RecordData> =>
    request('POST', `${base}/email-templates/${id}/test`, { body: { to } }),

  subscribe: (id: string, body: Input): Promise<SubscribeResult> =>
    request('POST', `${base}/email-lists/${id}/subscribe`, { body }),
  unsubscribe: (id: string, email: string): Promise<unknown> =>
    request('POST', `${base}/email-lists/${id}/unsubscribe`, { body: { email } }),
  importMembers: (id: string, csv: string, resubscribe: boolean): Promise<SubscribeResult> =>
    request('POST', `${base}/email-lists/${id}/import`, {
      body: { csv },
      query: { resubscribe: resubscribe || undefined },
    }),

  dns: (id: string, signal?: AbortSignal): Promise<{ domain: string; records: readonly DnsRecord[] }> =>
    request('GET', `${base}/email-transports/${id}/dns`, { signal }),
  testTransport: (id: string, to: string | undefined): Promise<TransportTest> =>
    request('POST', `${base}/email-transports/${id}/test`, { body: { to } }),
};

const idempotent = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key };

/** Query keys for data that is not a plain record. Changes of the model refresh them. */
export const mailKeys = {
  analytics: (input: AnalyticsInput) => [...keys.model(paths.emails), 'analytics', input] as const,
  batch: (id: string) => [...keys.model(paths.snapshots), 'batch', id] as const,
  preview: (id: string, input: unknown) => [...keys.model(paths.templates), 'preview', id, input] as const,
  dns: (id: string) => [...keys.model(paths.transports), 'dns', id] as const,
};
