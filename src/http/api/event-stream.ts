import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerEvent, Streaming } from '#core/action.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { contextOf } from '../auth/session.ts';

const heartbeatMs = 15_000;
/** A reader who takes nothing for this long is gone. */
const patienceMs = 120_000;

/** Streams that one tenant, and one user, may have open on one node. */
const maxOfTenant = 50;
const maxOfUser = 10;

/** The streams that are open, so that they can be counted and ended. */
export class Streams {
  readonly #services: Services;
  readonly #open = new Set<AbortController>();
  readonly #ofTenant = new Counts();
  readonly #ofUser = new Counts();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Answers with a stream. What is wrong from the start is an ordinary error; later, the stream just ends. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { caller }: Context,
    begin: (streaming: Streaming) => Promise<AsyncIterable<ServerEvent>>,
  ): Promise<FastifyReply> {
    const { tenantId } = caller;
    const user = `${tenantId} ${caller.userId}`;
    if (this.#ofUser.of(user) >= maxOfUser)
      throw tooMany(`You have ${maxOfUser} streams open, which is the most for one user; close some first.`);
    if (this.#ofTenant.of(tenantId) >= maxOfTenant)
      throw tooMany(
        `This account has ${maxOfTenant} streams open, which is the most for one account; try again later.`,
      );
    const stop = new AbortController();
    const lastEventId = request.headers['last-event-id'];
    this.#ofTenant.add(tenantId, 1);
    this.#ofUser.add(user, 1);
    this.#open.add(stop);
    try {
      const events = await begin({
        lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
        renew: async () => contextOf(request, this.#services),
        signal: stop.signal,
      });
      await sendEvents(reply, events, stop);
    } catch (error) {
      if (!reply.sent) throw error;
      const level = error instanceof AppError ? 'debug' : 'warn';
      request.log[level]({ err: error, requestId: request.id }, 'a stream ended early');
    } finally {
      this.#open.delete(stop);
      this.#ofTenant.add(tenantId, -1);
      this.#ofUser.add(user, -1);
    }
    return reply;
  }

  close(): void {
    for (const stop of this.#open) stop.abort();
  }
}

const tooMany = (message: string): AppError => new AppError('rate_limited', message, [], { 'retry-after': '30' });

/** How many there are of each; of none nothing is kept. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: string, change: number): void {
    const count = this.of(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/**
 * Sends events as they come. The next is only asked for when the reader has taken the last, so that a slow one costs no
 * memory.
 */
async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<ServerEvent>,
  stop: AbortController,
): Promise<void> {
  // From here on the answer is ours: the headers that were set so far go first.
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Nothing follows a stream on its connection; a server that stops need not wait for it.
    connection: 'close',
  };
  reply.hijack();
  const { raw } = reply;
  if (raw.socket) reply.server.slowReaders.exempt(raw.socket);
  raw.writeHead(200, headers as OutgoingHttpHeaders);
  raw.once('close', () => stop.abort());
  raw.on('error', () => stop.abort());
  raw.write(': begins\n\n');
  const heartbeat = setInterval(() => {
    // One that has not taken the last need not be told that we are alive.
    if (!raw.writableNeedDrain) raw.write(': \n\n');
  }, heartbeatMs);
  try {
    for await (const event of events) {
      if (stop.signal.aborted) break;
      if (!raw.write(written(event))) await drained(raw, stop.signal);
    }
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
}

async function drained(raw: FastifyReply['raw'], signal: AbortSignal): Promise<void> {
  const late = AbortSignal.timeout(patienceMs);
  try {
    await once(raw, 'drain', { signal: AbortSignal.any([signal, late]) });
  } catch {
    // It went away, or we are closing; the loop ends either way.
    if (late.aborted) raw.destroy();
  }
}

const written = ({ id, event, data }: ServerEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}${data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;
