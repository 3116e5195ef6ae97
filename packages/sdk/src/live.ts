import { AtriumError } from './errors.ts';
import { readEvents, type StreamedEvent } from './event-stream.ts';
import type { Transport } from './transport.ts';
import { backoffMs, wait } from './wait.ts';

export interface LiveOptions {
  /** Ends the loop, without an error. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each lost connection, before it is made again. */
  readonly onDisconnect?: ((error: Error) => void) | undefined;
}

/** The server sends something every 15 seconds, so a connection that is silent for longer is dead. */
const silenceMs = 45_000;
const maxPauseMs = 30_000;

/**
 * Reads a feed of events after a cursor, for as long as the caller wants: a lost connection is made again, and goes on
 * after the last event that the caller got. Events carry their cursor as their id. Only an answer that another attempt
 * would not change (401, 403, 404, 400) is an error, and a server that cannot be reached in the first place.
 */
export async function* followEvents(
  transport: Transport,
  path: string,
  since: string,
  { signal, onDisconnect }: LiveOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  let cursor = since;
  let wasConnected = false;
  for (let failures = 0; !signal?.aborted; failures += 1) {
    const ending = new AbortController();
    const abort = () => ending.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => ending.abort(new Error(`nothing arrived for ${silenceMs / 1000} seconds`)), silenceMs);
    };
    let lost: Error = new Error('the server ended the connection');
    try {
      const call = { method: 'GET', path, accept: 'text/event-stream' } as const;
      const headers = { 'last-event-id': cursor };
      const response = await transport.stream(call, {
        signal: ending.signal,
        headers,
        ...(wasConnected && { maxRetries: 0 }),
      });
      wasConnected = true;
      watch();
      for await (const event of readEvents(response.body as ReadableStream<Uint8Array>, watch)) {
        // A connection that brought something was good, so the next pause is short again.
        failures = 0;
        if (event.id !== '') cursor = event.id;
        yield event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!wasConnected || (error instanceof AtriumError && isFinal(error))) throw error;
      lost = error as Error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      ending.abort();
    }
    onDisconnect?.(lost);
    const asked = lost instanceof AtriumError ? (lost.retryAfterMs ?? 0) : 0;
    await wait(Math.min(maxPauseMs, Math.max(asked, backoffMs(failures))), signal).catch(() => undefined);
  }
}

const isFinal = ({ status }: AtriumError): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;
