import { randomId } from '../lib/random-id.ts';
import { moment } from './read-order.ts';

/** Events of the change feed name the request that made them. All requests of this window begin with this id. */
const windowId = randomId();

/** Requests whose changes the feed has probably not reported yet; older ones are treated like requests of others. */
const remembered = 1000;

/** Requests of this window that write, with the moment of their answer; undefined until it arrives. */
const requests = new Map<string, number | undefined>();

let lastEnd = 0;
let last = 0;

/** Sends a request that writes, with an id by which its changes are recognised in the change feed. */
export async function asOwnWrite<T>(send: (requestId: string) => Promise<T>): Promise<T> {
  last += 1;
  const id = `${windowId}.${last}`;
  requests.set(id, undefined);
  if (requests.size > remembered) requests.delete(requests.keys().next().value as string);
  try {
    const answer = await send(id);
    requests.set(id, moment());
    return answer;
  } catch (error) {
    // The server may have written before the connection failed, so what the feed reports of the request is read.
    requests.delete(id);
    throw error;
  } finally {
    lastEnd = moment();
  }
}

/** The moment at which the last write of this window ended. What was read later shows it. */
export const lastWriteEnd = (): number => lastEnd;

/**
 * When the change was answered, if this window made it: `pending` before the answer, undefined for a change of others.
 * What was read later shows the change.
 */
export function answerOf({ requestId }: { readonly requestId: string | null }): number | 'pending' | undefined {
  if (requestId === null || !requests.has(requestId)) return undefined;
  return requests.get(requestId) ?? 'pending';
}
