import { TaskLimitError, ThreadPool } from '#lib/threads/index.ts';
import { type MailTexts, type ShownMail, simplifyMail } from '../html/show-mail.ts';
import type { MailAnswer, MailTask } from './mail-task.ts';
import { asBuffer, ownBytes } from './own-bytes.ts';
import type { MailReading, RawMail } from './read-mail.ts';

/**
 * Thrown when a message could not be read. `stuck`: the message took too long. `died`: the thread ended while it read
 * the message. In both cases the memory of the message is lost.
 */
export class MailNotRead extends Error {
  readonly reason: 'stuck' | 'died';

  constructor(reason: MailNotRead['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Settings {
  /** Time limit of the first attempt for one message, without the time for its size. */
  readonly stuckMs: number;
  /** An idle thread ends after this time and frees its memory. */
  readonly idleMs: number;
  readonly file: URL;
}

const standard: Settings = {
  stuckMs: 5000,
  idleMs: 20_000,
  file: new URL('./mail-thread-worker.ts', import.meta.url),
};
/** Decoding the files of a message takes time in proportion to their size: 2.5 s for 10 MB. */
const bytesPerMs = 4000;
const heapMb = 256;
/** Factor of the time limit. Removing the formatting takes milliseconds, so only a busy machine needs more time. */
const simplifyTimeFactor = 4;
/** Characters of a mail that the main thread simplifies, which takes some milliseconds. */
const maxSimplified = 50_000;
const start = (text: string | null): string | null => text?.slice(0, maxSimplified).toWellFormed() ?? null;
/** High, because the synchronisation and the requests limit their concurrent tasks themselves. */
const maxWaiting = 100_000;

/**
 * Reads and renders mails in separate threads, so that requests do not wait for a long or hostile mail. Tenants have
 * fair shares. The threads start at the first mail.
 */
export class MailThread {
  readonly #settings: Settings;
  readonly #pool: ThreadPool<MailTask, MailAnswer>;
  #started: Promise<unknown> | undefined;
  #closed = false;

  /** `settings` is for tests. */
  constructor(settings: Partial<Settings> = {}) {
    this.#settings = { ...standard, ...settings };
    const { file, idleMs } = this.#settings;
    this.#pool = new ThreadPool({ file, work: 'reading mail', heapMb, idleMs, maxWaiting });
  }

  get running(): boolean {
    return this.#pool.threads > 0;
  }

  /** Reads a message, and takes the memory of its source away from the caller. `timeFactor` multiplies the time limit. */
  async read(tenantId: string, mail: RawMail, timeFactor = 1): Promise<MailReading> {
    await this.#start();
    const source = ownBytes(mail.source);
    const timeMs = timeFactor * (this.#settings.stuckMs + Math.ceil(source.length / bytesPerMs));
    const transfer = [source.buffer as ArrayBuffer];
    try {
      const answer = await this.#pool.run({ read: { ...mail, source } }, { share: tenantId, timeMs, transfer });
      return withBuffers(outputOf(answer, 'reading'));
    } catch (error) {
      throw this.#errorToReport(error);
    }
  }

  /** Renders a mail for display. A mail that takes too long is shown as text without formatting. */
  async show(tenantId: string, mail: MailTexts): Promise<ShownMail> {
    await this.#start();
    const options = { share: tenantId, timeMs: this.#settings.stuckMs };
    try {
      return outputOf(await this.#pool.run({ show: mail }, options), 'shown');
    } catch (error) {
      if (!(this.#errorToReport(error) instanceof MailNotRead)) throw error;
    }
    try {
      const retryOptions = { ...options, timeMs: simplifyTimeFactor * options.timeMs };
      return outputOf(await this.#pool.run({ simplify: mail }, retryOptions), 'shown');
    } catch (error) {
      if (!(this.#errorToReport(error) instanceof MailNotRead)) throw error;
      return simplifyMail({ html: start(mail.html), text: start(mail.text) });
    }
  }

  /** The plain text of HTML that is within `markupLimits`. */
  async plainText(tenantId: string, html: string): Promise<string> {
    await this.#start();
    const options = { share: tenantId, timeMs: this.#settings.stuckMs };
    try {
      return outputOf(await this.#pool.run({ plainText: html }, options), 'text');
    } catch (error) {
      throw this.#errorToReport(error);
    }
  }

  /** Stops the threads and rejects running tasks. */
  close(): void {
    this.#closed = true;
    this.#pool.close();
  }

  /** Sends an empty task first, so that a thread that cannot start is not blamed on a mail. */
  #start(): Promise<unknown> {
    this.#started ??= this.#pool
      .run({ start: true }, { share: '', timeMs: this.#settings.stuckMs })
      .catch((error: Error) => {
        this.#started = undefined;
        throw new Error(`The thread that reads mail did not start: ${error.message}`);
      });
    return this.#started;
  }

  /**
   * Returns the error to report: MailNotRead when the mail ended its thread, other errors (such as a stop of the
   * server) unchanged.
   */
  #errorToReport(error: unknown): unknown {
    if (error instanceof FailedTask || this.#closed) return error;
    const { message } = error as Error;
    // A thread may start too slowly on a busy machine. The mail is not the cause.
    if (message.includes('did not start')) return error;
    if (!(error instanceof TaskLimitError)) return new MailNotRead('died', endedText(message));
    if (error.limit === 'busy') return error;
    return error.limit === 'time'
      ? new MailNotRead('stuck', 'Reading it took too long.')
      : new MailNotRead('died', endedText(message));
  }
}

const endedText = (why: string): string => `The thread that read it ended: ${why}`;

/** Thrown when a task failed without ending its thread. */
class FailedTask extends Error {}

function outputOf<Key extends 'reading' | 'shown' | 'text'>(
  answer: MailAnswer,
  key: Key,
): Extract<MailAnswer, Record<Key, unknown>>[Key] {
  if ('failure' in answer) throw new FailedTask(answer.failure);
  return (answer as Extract<MailAnswer, Record<Key, unknown>>)[key];
}

const withBuffers = (reading: MailReading): MailReading => ({
  ...reading,
  source: asBuffer(reading.source),
  key: asBuffer(reading.key),
  files: reading.files.map((file) => ({ ...file, content: asBuffer(file.content) })),
});
