import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type Cron, lastOccurrence, parseCron } from '#lib/cron.ts';
import type { Job } from './job.ts';

const minuteMs = 60_000;
/** What came due while no node ran is done late, and once, but not days later. */
const catchUpMs = 24 * 60 * minuteMs;

interface Scheduled {
  readonly job: Job;
  readonly cron: Cron;
  /** Before this, the job was not there. */
  readonly since: Date;
  sentAt: number;
}

/**
 * Sends the jobs that have a time of their own. Every node does: the id of a job follows from its name and the time it is
 * due, so that of several that are sent for one occurrence, the first stays and the others do nothing.
 */
export class JobClock {
  readonly #scheduled: readonly Scheduled[];
  readonly #send: (job: Job, id: string) => Promise<void>;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(
    jobs: readonly Job[],
    since: ReadonlyMap<string, Date>,
    send: (job: Job, id: string) => Promise<void>,
    log: Logger,
  ) {
    this.#scheduled = jobs.flatMap((job) => {
      const cron = job.cron === undefined ? undefined : parseCron(job.cron);
      return cron ? [{ job, cron, since: since.get(job.name) ?? new Date(), sentAt: 0 }] : [];
    });
    this.#send = send;
    this.#log = log;
  }

  start(): void {
    this.#ticking = this.#tick();
    const nextMinute = minuteMs - (Date.now() % minuteMs);
    this.#timer = setTimeout(() => !this.#stopped && this.start(), nextMinute);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#ticking;
  }

  async #tick(): Promise<void> {
    for (const scheduled of this.#scheduled) {
      const { job, cron, since, sentAt } = scheduled;
      const due = lastOccurrence(cron, new Date(), catchUpMs);
      if (!due || due <= since || due.getTime() === sentAt || this.#stopped) continue;
      try {
        await this.#send(job, occurrenceId(job.name, due));
        scheduled.sentAt = due.getTime();
      } catch (error) {
        // Once more in the next minute.
        this.#log.warn(`the job ${job.name} could not be sent: ${(error as Error).message}`);
      }
    }
  }
}

/** A UUIDv7 of that moment, whose other bits are those of the name. */
function occurrenceId(name: string, due: Date): string {
  const time = due.getTime().toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(name).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
