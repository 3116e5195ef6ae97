export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/**
 * Reads `text/event-stream`. An event that is cut off by the end of the stream is dropped. `onBytes` is called for
 * heartbeats, too.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamedEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  /** The pieces of the line that has not ended yet: a record of a megabyte arrives in many of them. */
  let unfinished: string[] = [];
  let event = newEvent();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const lines = decoder.decode(value, { stream: true }).split('\n');
      for (const [n, piece] of lines.entries()) {
        unfinished.push(piece);
        if (n === lines.length - 1) break;
        const line = unfinished.join('').replace(/\r$/, '');
        unfinished = [];
        if (line !== '') readLine(event, line);
        else {
          if (event.data.length > 0) yield { id: event.id, event: event.event, data: event.data.join('\n') };
          event = newEvent();
        }
      }
    }
  } finally {
    // The connection is closed when the caller has left the loop.
    await reader.cancel().catch(() => undefined);
  }
}

const newEvent = () => ({ id: '', event: '', data: [] as string[] });

function readLine(event: ReturnType<typeof newEvent>, line: string): void {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'data') event.data.push(value);
  else if (name === 'id' || name === 'event') event[name] = value;
}
