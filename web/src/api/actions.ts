import createClient from 'openapi-fetch';
import { send, writes } from './http.ts';
import { asOwnWrite } from './own-writes.ts';
import type { paths } from './schema/actions.d.ts';

/**
 * Sends requests of the typed client through `send`, so that it throws refusals as `ApiError` like the rest of the
 * console.
 */
async function sendRequest(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const text = await request.text();
  const method = request.method as Parameters<typeof send>[0];
  const run = (headers: Readonly<Record<string, string>> = {}) =>
    send(method, pathname + search, {
      headers: { ...Object.fromEntries(request.headers), ...headers },
      signal: request.signal,
      ...(text !== '' && { body: JSON.parse(text) }),
    });
  return writes(method, pathname) ? asOwnWrite((requestId) => run({ 'x-request-id': requestId })) : run();
}

/**
 * The actions of the server, with the types of their input and answer:
 * `answer(actions.POST('/api/communications/bulk-email/{batchId}/cancel', { params: { path: { batchId } } }))`.
 */
export const actions = createClient<paths>({ baseUrl: location.origin, fetch: sendRequest });

/** The answer of an action; undefined when it has no body. */
export async function answer<Answer>(call: Promise<{ readonly data?: Answer }>): Promise<Answer> {
  return (await call).data as Answer;
}
