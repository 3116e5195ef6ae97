import { WakeSignal } from '#lib/wake-signal.ts';
import type { Services } from '../context.ts';

interface PollerOptions {
  readonly everyMs: number;
  /** How long to wait after a look, instead of about `everyMs`. */
  readonly waitMs?: () => number;
  /** Begins the line of the log when a look fails. */
  readonly failure: string;
  /** Notifications on this channel wake it. */
  readonly channel?: string;
  /** Runs before a notification wakes it, and without a payload when notifications may have been lost. */
  readonly onNotified?: (payload: string) => void;
}

/** Looks for work again and again until it is stopped: at random intervals, and at once when it is woken. */
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
        // Notifications of the time without a connection are lost.
        onConnectionChange: (connected) => connected && notified(''),
      });
    this.#loop = this.#run();
  }

  /** Looks at once, or again after the look that is under way. */
  wake(): void {
    this.#wakeSignal.wake();
  }

  /** Resolves when the last look has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unlisten?.();
    this.#wakeSignal.wake();
    await this.#loop;
  }

  async #run(): Promise<void> {
    // A random interval, so that nodes that were started together do not look together.
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
