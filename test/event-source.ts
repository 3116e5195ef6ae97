import type { Client, Json } from './harness.ts';
import { until } from './process.ts';

interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Json;
}

/** Reads the live feed like the EventSource of a browser. */
export class EventReader implements AsyncDisposable {
  readonly events: StreamEvent[] = [];
  comments = 0;
  ended = false;
  readonly #stop = new AbortController();
  #reading: Promise<void> | undefined;

  static async open(client: Client, query = '', headers: Record<string, string> = {}): Promise<EventReader> {
    const reader = new EventReader();
    const response = await fetch(`${client.url}/api/data/changes${query}`, {
      headers: { authorization: `Bearer ${client.token}`, accept: 'text/event-stream', ...headers },
      signal: reader.#stop.signal,
    });
    if (response.status !== 200 || !response.body) throw new Error(`${response.status}: ${await response.text()}`);
    reader.#reading = reader.#read(response.body).catch(() => {});
    await until('the stream begins', () => reader.comments > 0);
    return reader;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        this.#take(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
    this.ended = true;
  }

  #take(block: string): void {
    const lines = block.split('\n');
    if (lines.every((line) => line.startsWith(':'))) {
      this.comments += 1;
      return;
    }
    const field = (name: string) =>
      lines
        .filter((line) => line.startsWith(`${name}: `))
        .map((line) => line.slice(name.length + 2))
        .join('\n');
    this.events.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) });
  }

  async received(count: number): Promise<StreamEvent[]> {
    await until(`${count} events in the stream`, () => this.events.length >= count, 20_000);
    return this.events;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#reading;
  }
}
