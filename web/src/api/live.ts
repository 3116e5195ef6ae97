import { readServerEvents } from '~/lib/server-events.ts';

/** A change of a record by anybody, as the change feed reports it. */
interface Change {
  readonly cursor: string;
  readonly id: string;
  readonly type: string;
  readonly action: string;
  readonly moduleKey: string;
  readonly slug: string;
  readonly recordId: string | null;
  readonly version: number | null;
  readonly timestamp: string;
  readonly actorId: string | null;
  readonly requestId: string | null;
  readonly changedFields: readonly string[] | null;
  readonly record: Readonly<Record<string, unknown>>;
}

type Listener = (change: Change) => void;

/** Messages from the reading tab to the other tabs: a change, or the notice that changes were missed. */
type Message = Change | 'missed';

const firstRetryMs = 1000;
const maxRetryMs = 30_000;

/**
 * The live change feed. Browsers allow six connections to a server, so one tab reads the stream and passes the changes
 * on. When that tab closes, another one continues at the same cursor.
 */
class LiveChanges {
  readonly #listeners = new Set<Listener>();
  readonly #missedListeners = new Set<() => void>();
  readonly #channel = new BroadcastChannel('atrium-changes');
  #stop: AbortController | undefined;
  #cursor: string | undefined;
  #wasRead = false;

  constructor() {
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#tell(data);
  }

  /** Returns the function that stops listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (!this.#stop) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.abort();
      this.#stop = undefined;
    };
  }

  /** Returns the function that stops listening. */
  listenMissed(listener: () => void): () => void {
    this.#missedListeners.add(listener);
    return () => this.#missedListeners.delete(listener);
  }

  #start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    const { signal } = stop;
    // The lock belongs to the reading tab until it closes or stops listening.
    navigator.locks.request('atrium-changes', { signal }, () => this.#read(signal)).catch(() => {});
  }

  async #read(signal: AbortSignal): Promise<void> {
    let retryMs = firstRetryMs;
    while (!signal.aborted) {
      try {
        const since = this.#cursor === undefined ? '' : `?since=${encodeURIComponent(this.#cursor)}`;
        const response = await fetch(`/api/data/changes${since}`, { headers: { accept: 'text/event-stream' }, signal });
        // The server no longer has the events after this cursor, so reading starts at the newest one.
        if (response.status === 410 || response.status === 400) this.#cursor = undefined;
        if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
        retryMs = firstRetryMs;
        // Without a cursor, changes between the two streams are lost, so everything that is shown must be read again.
        if (this.#wasRead && this.#cursor === undefined) this.#pass('missed');
        this.#wasRead = true;
        await this.#readEvents(response.body);
      } catch {
        if (signal.aborted) return;
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    }
  }

  async #readEvents(body: ReadableStream<Uint8Array>): Promise<void> {
    for await (const data of readServerEvents(body)) this.#pass(JSON.parse(data) as Change);
  }

  #pass(message: Message): void {
    this.#channel.postMessage(message);
    this.#tell(message);
  }

  #tell(message: Message): void {
    if (message === 'missed') {
      for (const listener of this.#missedListeners) listener();
      return;
    }
    this.#cursor = message.cursor;
    for (const listener of this.#listeners) listener(message);
  }
}

const live = new LiveChanges();

/** Calls the listener with every change that the user may see. Returns the function that stops listening. */
export const onChange = (listener: Listener): (() => void) => live.listen(listener);

/** Calls the listener when changes may have been missed. Returns the function that stops listening. */
export const onMissedChanges = (listener: () => void): (() => void) => live.listenMissed(listener);
