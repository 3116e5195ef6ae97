import { Worker } from 'node:worker_threads';
import { asBuffer, ownBytes } from './own-bytes.ts';
import type { MailReading, RawMail } from './read-mail.ts';
import type { MailAnswer } from './serve-readings.ts';

/**
 * Why there is no reading. `stuck`: the message took too long. `died`: the thread ended while it read the message. `lost`: the thread ended
 * because of another one. The memory of the message is gone in all cases.
 */
export class MailNotRead extends Error {
  readonly reason: 'stuck' | 'died' | 'lost';

  constructor(reason: MailNotRead['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Job {
  readonly mail: RawMail;
  readonly answer: PromiseWithResolvers<MailReading>;
}

interface Settings {
  /** How long one message may take. */
  readonly stuckMs: number;
  /** The thread ends when nothing was read for this long, and its memory is free again. */
  readonly idleMs: number;
  readonly file: URL;
}

const standard: Settings = {
  stuckMs: 60_000,
  idleMs: 10_000,
  file: new URL('./mail-thread-worker.ts', import.meta.url),
};
/** One is read, and the next is there when the thread is done with it. Others wait here, where a dying thread does not take them along. */
const sentAhead = 2;
const heapMb = 256;

/**
 * Reads messages in a thread of its own, one after the other: requests do not wait for a long message, and a machine with several
 * cores reads while it stores. The thread starts with the first message.
 */
export class MailThread {
  readonly #settings: Settings;
  readonly #waiting: Job[] = [];
  /** The first of them is being read. */
  readonly #sent: Job[] = [];
  #worker: Worker | undefined;
  #ready = false;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;
  #deadline: NodeJS.Timeout | undefined;

  /** `settings` is for tests. */
  constructor(settings: Partial<Settings> = {}) {
    this.#settings = { ...standard, ...settings };
  }

  get running(): boolean {
    return this.#worker !== undefined;
  }

  /** Takes the memory of the source away. */
  read(mail: RawMail): Promise<MailReading> {
    if (this.#closed) return Promise.reject(new Error('the server is stopping'));
    const answer = Promise.withResolvers<MailReading>();
    this.#waiting.push({ mail, answer });
    this.#send();
    return answer.promise;
  }

  /** Ends the thread, and fails what is being read. */
  close(): void {
    this.#closed = true;
    this.#end();
    this.#failAll(new Error('the server is stopping'));
  }

  #send(): void {
    clearTimeout(this.#idle);
    while (this.#waiting.length > 0 && this.#sent.length < sentAhead) {
      const job = this.#waiting.shift() as Job;
      const source = ownBytes(job.mail.source);
      this.#worker ??= this.#start();
      this.#sent.push(job);
      this.#worker.postMessage({ ...job.mail, source }, [source.buffer as ArrayBuffer]);
      if (this.#sent.length === 1) this.#beginFirst();
    }
    if (this.#sent.length > 0) return;
    clearTimeout(this.#deadline);
    // Only while it works does the thread keep the process alive.
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#end(), this.#settings.idleMs).unref();
  }

  #beginFirst(): void {
    this.#worker?.ref();
    clearTimeout(this.#deadline);
    // Loading the code is no fault of the message.
    if (this.#ready) this.#deadline = setTimeout(() => this.#stop('stuck'), this.#settings.stuckMs);
  }

  #start(): Worker {
    const worker = new Worker(this.#settings.file, {
      execArgv: [],
      // Nothing of the server's environment: a message could look for it.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const ofThis =
      <T>(run: (value: T) => void) =>
      (value: T) => {
        if (this.#worker === worker) run(value);
      };
    worker.on(
      'message',
      ofThis<MailAnswer>((answer) => this.#take(answer)),
    );
    worker.on(
      'error',
      ofThis<Error>((error) => this.#stop('died', error.message)),
    );
    worker.on(
      'exit',
      ofThis<number>((code) => this.#stop('died', `it ended with code ${code}`)),
    );
    return worker;
  }

  #take(answer: MailAnswer): void {
    if ('ready' in answer) {
      this.#ready = true;
      this.#beginFirst();
    } else this.#answered(answer);
  }

  #answered(answer: Exclude<MailAnswer, { ready: true }>): void {
    const job = this.#sent.shift();
    if ('failure' in answer) job?.answer.reject(new Error(answer.failure));
    else job?.answer.resolve(withBuffers(answer.reading));
    if (this.#sent.length > 0) this.#beginFirst();
    this.#send();
  }

  #stop(reason: 'stuck' | 'died', why = ''): void {
    const begun = this.#ready;
    this.#end();
    // Then it is the fault of no message.
    if (!begun) this.#failAll(new Error(`the thread that reads mail did not start: ${why}`));
    const text = reason === 'stuck' ? 'Reading it took too long.' : `The thread that read it ended: ${why}.`;
    for (const [place, { answer }] of this.#sent.splice(0).entries())
      answer.reject(new MailNotRead(place === 0 ? reason : 'lost', text));
    this.#send();
  }

  #end(): void {
    const ended = this.#worker;
    this.#worker = undefined;
    this.#ready = false;
    clearTimeout(this.#idle);
    clearTimeout(this.#deadline);
    void ended?.terminate();
  }

  #failAll(error: Error): void {
    for (const { answer } of [...this.#sent.splice(0), ...this.#waiting.splice(0)]) answer.reject(error);
  }
}

const withBuffers = (reading: MailReading): MailReading => ({
  ...reading,
  source: asBuffer(reading.source),
  key: asBuffer(reading.key),
  files: reading.files.map((file) => ({ ...file, content: asBuffer(file.content) })),
});
