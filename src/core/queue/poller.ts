import { WakeSignal } from '#lib/wake-signal.ts';
import type { Services } from '../context.ts';

interface PollerOptions {
  readonly everyMs: number;
  /** The wait after a poll. Defaults to about `everyMs`. */
  readonly waitMs?: () => number;
  /** The beginning of the log line when a poll fails. */
  readonly failure: string;
  /** The notification channel that wakes the poller. */
  readonly channel?: string;
  /** Runs before a notification wakes the poller. The payload is empty when notifications may have been lost. */
  readonly onNotified?: (payload: string) => void;
}

/** Polls for work until it is stopped, at random intervals, and at once when it is woken. */
export class Poller {
  readonly #services: Pick<Services, 'db' | 'log'>;
  readonly #options: PollerOptions;
  readonly #look: () => Promise<void>;
  readonly #wakeSignal = new WakeSignal();
  #unlisten: (() => void) | undefined;
  #loop: Promise<void> | undefined;
  #stopped = false;

  constructor(services: Pick<Services, 'db' | 'log'>, options: PollerOptions, look: () => Promise<void>) {
    this.#services = services;
    this.#options = options;
    this.#look = look;
  }

  async start(): Promise<void> {
    const { channel, onNotified } = this.#options;
    const notified = (payload: string) => {
      onNotified?.(payload);
      this.wake();
    };
    if (channel !== undefined)
      this.#unlisten = await this.#services.db.listen({
        channel,
        onMessage: notified,
        // Notifications are lost while there is no connection.
        onConnectionChange: (connected) => connected && notified(''),
      });
    this.#loop = this.#run();
  }

  /** Polls at once, or again after the running poll. */
  wake(): void {
    this.#wakeSignal.wake();
  }

  /** Resolves when the last poll has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten?.();
    this.#wakeSignal.wake();
    await this.#loop;
  }

  async #run(): Promise<void> {
    // The interval is random, so that nodes that were started together do not poll together.
    const { everyMs, failure, waitMs = () => everyMs * (0.75 + Math.random() / 2) } = this.#options;
    while (!this.#stopped) {
      try {
        await this.#look();
      } catch (error) {
        this.#services.log.warn(`${failure}: ${(error as Error).message}`);
      }
      if (!this.#stopped) await this.#wakeSignal.wait(waitMs());
    }
  }
}
