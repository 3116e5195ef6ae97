import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../harness.ts';
import { until } from '../process.ts';
import { contacts } from './stage.ts';

/** Clients that create contacts all the time, whatever happens to the server. */
export class Load implements AsyncDisposable {
  /** Which were answered with success, and when. */
  readonly answered = new Map<string, number>();
  /** Answers other than success and "not now", in words. */
  readonly unexpected: string[] = [];
  refusals = 0;
  #writing = true;
  readonly #work: Promise<unknown>;

  constructor(client: Client, writers = 4, pauseMs = 10) {
    this.#work = Promise.all(Array.from({ length: writers }, () => this.#write(client, pauseMs)));
  }

  async #write(client: Client, pauseMs: number): Promise<void> {
    while (this.#writing) {
      const reply = await client.post(contacts, { lastName: 'Load' }).catch(() => undefined);
      if (reply?.status === 201) this.answered.set(reply.body._id, Date.now());
      else this.refusals += 1;
      if (reply && reply.status !== 201 && reply.status !== 503) this.unexpected.push(`${reply.status} ${reply.text}`);
      await sleep(pauseMs);
    }
  }

  /** Waits for so many more answers. */
  more(answers: number): Promise<unknown> {
    const enough = this.answered.size + answers;
    return until('more answers', () => this.answered.size >= enough || this.unexpected.length > 0);
  }

  async end(): Promise<void> {
    this.#writing = false;
    await this.#work;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}
