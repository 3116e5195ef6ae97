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
  /** A reader that takes nothing for this long is disconnected. */
  readonly stalledMs: number;
  /** Between two looks at all readers. */
  readonly lookEveryMs: number;
  /** Bytes of large answers that may wait for their readers, of all readers together. */
  readonly maxWaiting: number;
}

/** Half of what `npm start` leaves for the heap beside the work itself. */
const usual: SlowReaderLimits = { stalledMs: 30_000, lookEveryMs: 5000, maxWaiting: 64_000_000 };

/** Smaller ones are taken by the buffers of the kernel, even when nobody reads. */
const largeAnswer = 256 * 1024;

interface Progress {
  /** Bytes in the socket's own queue, and in that of the operating system's write under way. */
  queued: number;
  writing: number;
  /** Looks since either changed. Not a time: a process that was frozen for a while did not give its readers a chance. */
  unchanged: number;
}

/**
 * Readers that ask and do not read. Node keeps what they do not take: 100 of them held 1.4 GB. `socket.setTimeout` does not
 * help, because whatever the reader sends counts as activity.
 */
export class SlowReaders {
  readonly #limits: SlowReaderLimits;
  readonly #log: Logger;
  readonly #progress = new Map<Socket, Progress>();
  readonly #exempt = new WeakSet<Socket>();
  readonly #large = new Map<ServerResponse, number>();
  #waiting = 0;

  constructor(server: Server, log: Logger, limits: Partial<SlowReaderLimits> = {}) {
    this.#limits = { ...usual, ...limits };
    this.#log = log;
    server.on('connection', (socket) => {
      this.#progress.set(socket, { queued: 0, writing: 0, unchanged: 0 });
      socket.once('close', () => this.#progress.delete(socket));
    });
    const timer = setInterval(() => this.#look(), this.#limits.lookEveryMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** For streams, which end slow readers by a rule of their own. */
  exempt(socket: Socket): void {
    this.#exempt.add(socket);
  }

  /**
   * Counts an answer until its reader has it. When too much waits already, readers that take nothing are cut off at once;
   * if that is not enough, the answer is refused. So those that read are never cut off for those that do not.
   */
  admit(response: ServerResponse, bytes: number): void {
    if (bytes < largeAnswer) return;
    this.requireRoom(bytes);
    this.count(response, bytes);
  }

  /** For a write, whose answer cannot be refused any more once it is done. */
  requireRoom(bytes: number): void {
    const { maxWaiting } = this.#limits;
    if (this.#waiting + bytes <= maxWaiting) return;
    this.#cutStalled();
    if (this.#waiting + bytes <= maxWaiting) return;
    const message = 'Too many large answers wait for their readers; try again in a moment, or ask for less.';
    throw new AppError('unavailable', message, [], { 'retry-after': '5' });
  }

  count(response: ServerResponse, bytes: number): void {
    if (bytes < largeAnswer || response.closed) return;
    this.#large.set(response, bytes);
    this.#waiting += bytes;
    response.once('close', () => this.#release(response));
  }

  #release(response: ServerResponse): void {
    this.#waiting -= this.#large.get(response) ?? 0;
    this.#large.delete(response);
  }

  #look(): void {
    const { stalledMs, lookEveryMs } = this.#limits;
    for (const [socket, progress] of this.#progress) {
      const queued = socket.writableLength;
      const writing = beingWritten(socket);
      const stalled = queued > 0 && queued === progress.queued && writing === progress.writing;
      progress.unchanged = stalled ? progress.unchanged + 1 : 0;
      if (progress.unchanged * lookEveryMs >= stalledMs) this.#cut(socket);
      progress.queued = queued;
      progress.writing = writing;
    }
  }

  #cutStalled(): void {
    for (const response of this.#large.keys()) {
      const { socket } = response;
      const progress = socket && this.#progress.get(socket);
      if (!socket || !progress?.unchanged) continue;
      this.#cut(socket);
      this.#release(response);
    }
  }

  #cut(socket: Socket): void {
    if (this.#exempt.has(socket)) return;
    this.#log.debug('a reader that took nothing of its answer was disconnected');
    socket.resetAndDestroy();
  }
}

/** What libuv has not handed to the kernel yet: one large write makes progress long before it is done. */
const beingWritten = (socket: Socket): number =>
  (socket as { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? 0;
