import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../harness.ts';
import { until } from '../process.ts';
import { contacts } from './stage.ts';

/** Clients that create contacts continuously, and ignore failed requests. */
export class Load implements AsyncDisposable {
  /** Ids of created contacts, with the time of the answer. */
  readonly answered = new Map<string, number>();
  /** Answers other than 201 and 503. */
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

  /** Waits for this many more answers. */
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
