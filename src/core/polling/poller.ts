import { Bell } from '#lib/bell.ts';
import type { Services } from '../context.ts';

interface PollerOptions {
  readonly everyMs: number;
  /** Begins the line of the log when a look fails. */
  readonly failure: string;
  /** Notifications on this channel wake it. */
  readonly channel?: string;
  /** Runs before a notification wakes it, and when notifications may have been lost. */
  readonly onNotified?: () => void;
}

/** Looks for work again and again until it is stopped: at random intervals, and at once when it is woken. */
export class Poller {
  readonly #services: Services;
  readonly #options: PollerOptions;
  readonly #look: () => Promise<void>;
  readonly #bell = new Bell();
  #unlisten: (() => void) | undefined;
  #loop: Promise<void> | undefined;
  #stopped = false;

  constructor(services: Services, options: PollerOptions, look: () => Promise<void>) {
    this.#services = services;
    this.#options = options;
    this.#look = look;
  }

  async start(): Promise<void> {
    const { channel, onNotified } = this.#options;
    const notified = () => {
      onNotified?.();
      this.wake();
    };
    if (channel !== undefined)
      this.#unlisten = await this.#services.db.listen({
        channel,
        onMessage: notified,
        // Notifications of the time without a connection are lost.
        onConnectionChange: (connected) => connected && notified(),
      });
    this.#loop = this.#run();
  }

  /** Looks at once, or again after the look that is under way. */
  wake(): void {
    this.#bell.ring();
  }

  /** Resolves when the last look has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten?.();
    this.#bell.ring();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { everyMs, failure } = this.#options;
    while (!this.#stopped) {
      try {
        await this.#look();
      } catch (error) {
        this.#services.log.warn(`${failure}: ${(error as Error).message}`);
      }
      // A random interval, so that nodes that were started together do not look together.
      if (!this.#stopped) await this.#bell.wait(everyMs * (0.75 + Math.random() / 2));
    }
  }
}
