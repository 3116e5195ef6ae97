import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './harness.ts';

/**
 * Requests a server's health and a list repeatedly, and records the longest answer. The server must be another process:
 * work in the process of the prober would delay both.
 */
export class AnswerProber {
  readonly #client: Client;
  readonly #path: string;
  #longestMs = 0;
  #failures: string[] = [];
  #running = true;
  readonly #done: Promise<void>;

  constructor(client: Client, path: string) {
    this.#client = client;
    this.#path = path;
    this.#done = this.#probe();
  }

  /** Returns the longest answer since the last call, and answers other than 200. */
  take(): { longestMs: number; failures: string[] } {
    const taken = { longestMs: this.#longestMs, failures: this.#failures };
    this.#longestMs = 0;
    this.#failures = [];
    return taken;
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#done;
  }

  async #probe(): Promise<void> {
    while (this.#running) {
      for (const path of ['/health', this.#path]) {
        const startedAt = performance.now();
        try {
          const { status } = await this.#client.get(path);
          if (status !== 200) this.#failures.push(`${path} answered ${status}`);
        } catch (error) {
          this.#failures.push(`${path}: ${(error as Error).message}`);
        }
        this.#longestMs = Math.max(this.#longestMs, performance.now() - startedAt);
      }
      await sleep(20);
    }
  }
}
