import { readPage } from './changes.ts';
import { followEvents, type LiveOptions } from './live.ts';
import { queryString } from './query-string.ts';
import type { Transport } from './transport.ts';

/** What a webhook would get, for programs that the server cannot reach. */
export interface Delivery {
  /** As `since`, continues after this delivery. */
  readonly cursor: string;
  readonly type: string;
  /** The body, with the bytes that a webhook gets. */
  readonly body: string;
}

export interface DeliveriesOptions extends LiveOptions {
  /** Types and patterns: `contact.*`, `*.deleted`. All when absent. */
  readonly events?: readonly string[] | undefined;
  /** A cursor of these deliveries or of the change feed. Without it, what is to come. */
  readonly since?: string | undefined;
}

export async function* readDeliveries(
  transport: Transport,
  { events, since, ...live }: DeliveriesOptions,
): AsyncGenerator<Delivery, void, undefined> {
  // The stream begins at a cursor from the start, so a connection that is lost before its first event loses nothing.
  const cursor = since ?? (await readPage(transport, { since: 'now', limit: 1 }, live.signal))?.meta.nextCursor;
  if (cursor === undefined) return;
  const path = `/api/integrations/event-stream${queryString({ events: events?.join(',') })}`;
  for await (const { id, event, data } of followEvents(transport, path, cursor, live))
    yield { cursor: id, type: event, body: data };
}
