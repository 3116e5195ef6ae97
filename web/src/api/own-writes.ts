import { randomId } from '../lib/random-id.ts';
import { moment } from './read-order.ts';

/** Events of the change feed name the request that made them. All request ids of this window begin with this id. */
const windowId = randomId();

/**
 * The number of requests to remember. Older requests are treated like those of others, because the feed has probably
 * reported their changes already.
 */
const remembered = 1000;

/** Writing requests of this window, each with the moment of its answer; undefined until the answer arrives. */
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
    // The server may have written before the connection failed, so events of this request are treated like changes by
    // others.
    requests.delete(id);
    throw error;
  } finally {
    lastEnd = moment();
  }
}

/** The moment at which the last write of this window ended. Queries that were read later show the write. */
export const lastWriteEnd = (): number => lastEnd;

/**
 * The moment at which this window got the answer to the change: `pending` before the answer, undefined for a change by
 * others. Queries that were read later show the change.
 */
export function answerOf({ requestId }: { readonly requestId: string | null }): number | 'pending' | undefined {
  if (requestId === null || !requests.has(requestId)) return undefined;
  return requests.get(requestId) ?? 'pending';
}
