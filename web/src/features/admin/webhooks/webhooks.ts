import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { type Page, type RecordData, records } from '~/api/records.ts';

export const webhooksPath = '/api/integrations/webhooks';

export interface Webhook extends RecordData {
  readonly url: string;
  readonly events: readonly string[] | null;
  readonly description: string | null;
  readonly active: boolean;
  readonly pausedAt: string | null;
  readonly pausedReason: string | null;
  readonly ownerId: string | null;
}

/** The answer to a write. It contains the secret of a new webhook, which is never shown again. */
export interface SavedWebhook extends Webhook {
  readonly secret: string;
  readonly warnings?: readonly { readonly message: string }[];
}

export const deliveryStatuses = ['pending', 'delivering', 'retrying', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface Attempt {
  readonly at: string;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}

export interface Delivery {
  readonly _id: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly event: { readonly id: string; readonly timestamp: string };
  readonly attemptCount: number;
  readonly attempts: readonly Attempt[];
  readonly nextAttemptAt: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly detailsHidden?: true;
  readonly body?: string | null;
  readonly bodyTooLarge?: true;
}

export interface WebhookStats {
  readonly failingSince: string | null;
  readonly deliveries: Readonly<Record<DeliveryStatus | 'total', number>>;
  readonly latencyMs: Readonly<Record<'p50' | 'p95' | 'p99' | 'average', number | null>>;
  readonly lastDeliveredAt: string | null;
  readonly lastFailedAt: string | null;
  readonly oldestWaitingAt: string | null;
}

export interface EventType {
  readonly type: string;
  readonly description: string;
  readonly modelKey: string | null;
}

/** Deliveries change without an event, so they are polled. */
const refreshMs = 5000;

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: keys.record(webhooksPath, id),
    queryFn: ({ signal }) => records.get(webhooksPath, id, [], signal) as Promise<Webhook>,
  });

export const statsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.model(webhooksPath), 'stats', id],
    queryFn: ({ signal }) => request<WebhookStats>('GET', `${webhooksPath}/${id}/stats`, { signal }),
    refetchInterval: refreshMs,
  });

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: [...keys.model(webhooksPath), 'delivery', id, deliveryId],
    queryFn: ({ signal }) => request<Delivery>('GET', `${webhooksPath}/${id}/deliveries/${deliveryId}`, { signal }),
    refetchInterval: refreshMs,
  });

/** The event types. The catalogue contains the JSON Schema of every event; only the names are kept. */
export const eventTypesQuery = queryOptions({
  queryKey: ['admin', 'event-types'],
  queryFn: async ({ signal }) => {
    const { data } = await request<Page<EventType>>('GET', '/api/integrations/event-types', { signal });
    return data.map(({ type, description, modelKey }) => ({ type, description, modelKey }));
  },
  staleTime: 10 * 60_000,
});

export const webhookActions = {
  test: (id: string): Promise<Delivery> => request('POST', `${webhooksPath}/${id}/test`),
  rotate: (id: string): Promise<{ secret: string; previousSecretUntil: string }> =>
    request('POST', `${webhooksPath}/${id}/rotate-secret`),
  retry: (id: string, deliveryId: string): Promise<Delivery> =>
    request('POST', `${webhooksPath}/${id}/retry/${deliveryId}`),
  recover: (id: string, since: string): Promise<{ recovered: number }> =>
    request('POST', `${webhooksPath}/${id}/recover`, { body: { since } }),
  deliveries: (
    id: string,
    status: string | undefined,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<Page<Delivery>> =>
    request('GET', `${webhooksPath}/${id}/deliveries`, {
      query: { 'filter[status]': status, limit: 25, cursor },
      signal,
    }),
};
