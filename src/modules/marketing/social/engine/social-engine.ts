import type { Services } from '#core/context.ts';
import type { Background } from '#core/module.ts';
import { closeHttp } from '../http/http-of.ts';
import { SocialPublisher } from './publisher.ts';

/** All that goes on about social accounts besides requests. */
export class SocialEngine implements Background {
  readonly #services: Services;
  readonly #parts: readonly Background[];

  constructor(services: Services) {
    this.#services = services;
    this.#parts = [new SocialPublisher(services)];
  }

  async start(): Promise<void> {
    for (const part of this.#parts) await part.start();
  }

  /** Calls under way are waited for: one that is cut off would be unconfirmed. */
  async stop(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.stop()));
    await closeHttp(this.#services);
  }
}
