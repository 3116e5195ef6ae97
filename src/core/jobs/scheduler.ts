import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type Cron, lastOccurrence, parseCron } from '#lib/cron.ts';
import type { Job } from './job.ts';

const minuteMs = 60_000;
/** When no node ran at the due time, the job is still enqueued, once, within this time. */
const catchUpMs = 24 * 60 * minuteMs;

interface ScheduledJob {
  readonly job: Job;
  readonly cron: Cron;
  /** The time when the job was first registered. Earlier occurrences do not count. */
  readonly since: Date;
  /** The due time of the last enqueued occurrence. */
  enqueuedForMs: number;
}

/**
 * Enqueues jobs with a cron expression. Every node does this: the id of the job is derived from its name and the due
 * time, so that only the first insert for an occurrence has an effect.
 */
export class JobScheduler {
  readonly #scheduled: readonly ScheduledJob[];
  readonly #enqueue: (job: Job, id: string) => Promise<void>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(
    jobs: readonly Job[],
    since: ReadonlyMap<string, Date>,
    enqueue: (job: Job, id: string) => Promise<void>,
    log: Logger,
  ) {
    this.#scheduled = jobs.flatMap((job) => {
      const cron = job.cron === undefined ? undefined : parseCron(job.cron);
      return cron ? [{ job, cron, since: since.get(job.name) ?? new Date(), enqueuedForMs: 0 }] : [];
    });
    this.#enqueue = enqueue;
    this.#log = log;
  }

  start(): void {
    this.#ticking = this.#tick();
    const untilNextMinuteMs = minuteMs - (Date.now() % minuteMs);
    this.#timer = setTimeout(() => !this.#stopped && this.start(), untilNextMinuteMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#ticking;
  }

  async #tick(): Promise<void> {
    for (const scheduled of this.#scheduled) {
      const { job, cron, since, enqueuedForMs } = scheduled;
      const due = lastOccurrence(cron, new Date(), catchUpMs);
      if (!due || due <= since || due.getTime() === enqueuedForMs || this.#stopped) continue;
      try {
        await this.#enqueue(job, occurrenceId(job.name, due));
        scheduled.enqueuedForMs = due.getTime();
      } catch (error) {
        // The next tick retries.
        this.#log.warn(`the job ${job.name} could not be enqueued: ${(error as Error).message}`);
      }
    }
  }
}

/** The id of an occurrence: a UUIDv7 with the due time. Its other bits are a hash of the name. */
function occurrenceId(name: string, due: Date): string {
  const time = due.getTime().toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(name).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
