import type { Client, Json } from '../harness.ts';

export interface StreamedChat {
  readonly status: number;
  readonly chunks: Json[];
  /** True when the last line was `[DONE]`. */
  readonly done: boolean;
}

/** Opens POST /api/ai/chat/stream. */
export const openChat = (client: Client, input: Json, signal?: AbortSignal): Promise<Response> =>
  fetch(`${client.url}/api/ai/chat/stream`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify(input),
    ...(signal && { signal }),
  });

/** Reads a stream to its end. */
export async function readChat(client: Client, input: Json): Promise<StreamedChat> {
  const reply = await openChat(client, input);
  const data = (await reply.text()).split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
  const done = data.at(-1) === '[DONE]';
  return { status: reply.status, chunks: data.slice(0, done ? -1 : undefined).map((one) => JSON.parse(one)), done };
}
