import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { AppError } from '#core/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    slowReaders: SlowReaders;
  }
}

interface SlowReaderLimits {
  /** A client that reads nothing for this long is disconnected. */
  readonly stalledMs: number;
  /** The interval between two checks of all connections. */
  readonly checkEveryMs: number;
  /** The maximum of bytes of large answers that wait to be read, for all clients together. */
  readonly maxWaitingBytes: number;
}

/** 64 MB is half of the heap that `npm start` has in addition to the work itself. */
const defaults: SlowReaderLimits = { stalledMs: 30_000, checkEveryMs: 5000, maxWaitingBytes: 64_000_000 };

/** Smaller answers fit into the kernel's buffers, even when the client reads nothing. */
const largeAnswerBytes = 256 * 1024;

interface Progress {
  /** The bytes in the socket's queue, and in libuv's current write. */
  queued: number;
  writing: number;
  /**
   * The number of checks since either changed. It is not a time, because clients cannot read while this process is
   * frozen.
   */
  unchangedChecks: number;
}

/**
 * Disconnects clients that do not read their answers. Node keeps unread bytes in memory: 100 such clients took 1.4 GB.
 * `socket.setTimeout` does not help, because bytes that the client sends count as activity.
 */
export class SlowReaders {
  readonly #limits: SlowReaderLimits;
  readonly #log: Logger;
  readonly #progress = new Map<Socket, Progress>();
  readonly #exempt = new WeakSet<Socket>();
  readonly #large = new Map<ServerResponse, number>();
  #waitingBytes = 0;

  constructor(server: Server, log: Logger, limits: Partial<SlowReaderLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
    this.#log = log;
    server.on('connection', (socket) => {
      this.#progress.set(socket, { queued: 0, writing: 0, unchangedChecks: 0 });
      socket.once('close', () => this.#progress.delete(socket));
    });
    const timer = setInterval(() => this.#check(), this.#limits.checkEveryMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Excludes a socket from the checks, for event streams, which have their own timeout for slow clients. */
  exempt(socket: Socket): void {
    this.#exempt.add(socket);
  }

  /**
   * Counts an answer until it is sent. At the limit, clients that read nothing are disconnected at once; if that does
   * not suffice, the new answer is refused. So clients that read are never disconnected because of others that do not.
   */
  admit(response: ServerResponse, bytes: number): void {
    if (bytes < largeAnswerBytes) return;
    this.requireRoom(bytes);
    this.count(response, bytes);
  }

  /** Throws at the limit. Call this before a write, because its answer cannot be refused after the commit. */
  requireRoom(bytes: number): void {
    const { maxWaitingBytes } = this.#limits;
    if (this.#waitingBytes + bytes <= maxWaitingBytes) return;
    this.#disconnectStalled();
    if (this.#waitingBytes + bytes <= maxWaitingBytes) return;
    const message = 'Too many large answers wait for their readers; try again in a moment, or ask for less.';
    throw new AppError('unavailable', message, [], { 'retry-after': '5' });
  }

  count(response: ServerResponse, bytes: number): void {
    if (bytes < largeAnswerBytes || response.closed) return;
    this.#large.set(response, bytes);
    this.#waitingBytes += bytes;
    response.once('close', () => this.#release(response));
  }

  #release(response: ServerResponse): void {
    this.#waitingBytes -= this.#large.get(response) ?? 0;
    this.#large.delete(response);
  }

  #check(): void {
    const { stalledMs, checkEveryMs } = this.#limits;
    for (const [socket, progress] of this.#progress) {
      const queued = socket.writableLength;
      const writing = unwrittenBytes(socket);
      const stalled = queued > 0 && queued === progress.queued && writing === progress.writing;
      progress.unchangedChecks = stalled ? progress.unchangedChecks + 1 : 0;
      if (progress.unchangedChecks * checkEveryMs >= stalledMs) this.#disconnect(socket);
      progress.queued = queued;
      progress.writing = writing;
    }
  }

  #disconnectStalled(): void {
    for (const response of this.#large.keys()) {
      const { socket } = response;
      const progress = socket && this.#progress.get(socket);
      if (!socket || !progress?.unchangedChecks) continue;
      this.#disconnect(socket);
      this.#release(response);
    }
  }

  #disconnect(socket: Socket): void {
    if (this.#exempt.has(socket)) return;
    this.#log.debug('a client that did not read its answer was disconnected');
    socket.resetAndDestroy();
  }
}

/** Bytes that libuv has not passed to the kernel yet. They decrease while one large write makes progress. */
const unwrittenBytes = (socket: Socket): number =>
  (socket as { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;
