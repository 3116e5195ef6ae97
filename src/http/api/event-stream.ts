import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientLeft, type ServerEvent, type StreamControls } from '#core/action.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { contextOf } from '../auth/session.ts';

const heartbeatMs = 15_000;
/** A client that reads nothing for this long is disconnected. */
const readTimeoutMs = 120_000;

/** The maximum of open streams on one node. */
const maxOfTenant = 50;
const maxOfUser = 10;

/** The open streams. Counts them against the limits, and ends them at shutdown. */
export class Streams {
  readonly #services: Services;
  readonly #open = new Set<AbortController>();
  readonly #ofTenant = new Counts();
  readonly #ofUser = new Counts();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Answers with a stream. An error before the first byte is an ordinary error; a later error just ends the stream. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { caller }: Context,
    begin: (streaming: StreamControls) => Promise<AsyncIterable<ServerEvent>>,
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
    // Listen from here on, because a client may disconnect before there is anything to send.
    reply.raw.once('close', () => stop.abort());
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
    for (const stop of this.#open) stop.abort(new AppError('unavailable', 'The server stops: try again in a moment.'));
  }
}

const tooMany = (message: string): AppError => new AppError('rate_limited', message, [], { 'retry-after': '30' });

/** Counts by key. Keys with a count of 0 are removed. */
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
 * Sends events as they arrive. A slow client needs no memory, because the next event is read only after the client has
 * read the last one.
 */
async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<ServerEvent>,
  stop: AbortController,
): Promise<void> {
  // Fastify sends nothing after `hijack`, so the headers set so far are sent here.
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // No request follows the stream on its connection, so a shutdown need not wait for one.
    connection: 'close',
  };
  reply.hijack();
  const { raw } = reply;
  if (raw.socket) reply.server.slowReaders.exempt(raw.socket);
  raw.writeHead(200, headers as OutgoingHttpHeaders);
  raw.on('error', () => stop.abort());
  raw.write(': begins\n\n');
  const heartbeat = setInterval(() => {
    // A client that has not read the last bytes needs no heartbeat.
    if (!raw.writableNeedDrain) raw.write(': \n\n');
  }, heartbeatMs);
  try {
    for await (const event of events) {
      if (clientLeft(stop.signal)) break;
      if (!raw.write(formatEvent(event))) await waitForDrain(raw, stop.signal);
    }
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
}

async function waitForDrain(raw: FastifyReply['raw'], signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(readTimeoutMs);
  try {
    await once(raw, 'drain', { signal: AbortSignal.any([signal, timeout]) });
  } catch {
    // The loop ends after a timeout, a disconnection and a shutdown alike.
    if (timeout.aborted) raw.destroy();
  }
}

const formatEvent = ({ id, event, data }: ServerEvent): string =>
  `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}${data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;
