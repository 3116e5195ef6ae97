import type http from 'node:http';
import type { Client, Json, TestApp } from './harness.ts';
import { until } from './process.ts';
import type { Arrival, Receiver } from './receiver.ts';

export const webhooks = '/api/integrations/webhooks';
export const contacts = '/api/sales/contacts';

/** Settings that allow private addresses and have short retry delays. */
export const quick = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms' };

export type Registered = Json & { readonly path: string };

type Reaction = (arrival: Arrival, response: http.ServerResponse, request: http.IncomingMessage) => void;

/** Helpers for webhooks, each with its own path at the receiver. */
export class WebhookTools {
  readonly #app: TestApp;
  readonly #receiver: Receiver;
  readonly #reactions = new Map<string, Reaction>();
  #paths = 0;

  constructor(app: TestApp, receiver: Receiver) {
    this.#app = app;
    this.#receiver = receiver;
    receiver.behaviour = (arrival, response, request) => {
      const reaction = this.#reactions.get(arrival.path);
      if (reaction) reaction(arrival, response, request);
      else response.end('ok');
    };
  }

  newPath(): string {
    this.#paths += 1;
    return `/hook-${this.#paths}`;
  }

  async register(events: string[], more: Json = {}, client: Client = this.#app.admin): Promise<Registered> {
    const path = this.newPath();
    const webhook = await client.create(webhooks, { url: this.#receiver.url(path), events, ...more });
    return { ...webhook, path };
  }

  /** Sets how the receiver reacts to requests to this webhook. */
  react({ path }: Registered, reaction: Reaction): void {
    this.#reactions.set(path, reaction);
  }

  answer(webhook: Registered, status: number, body = '', headers: http.OutgoingHttpHeaders = {}): void {
    this.react(webhook, (_arrival, response) => {
      response.writeHead(status, headers).end(body);
    });
  }

  well({ path }: Registered): void {
    this.#reactions.delete(path);
  }

  /** The delivery log, newest first. */
  async log({ _id }: Json, query = '', client: Client = this.#app.admin): Promise<Json[]> {
    const reply = await client.get(`${webhooks}/${_id}/deliveries${query}`);
    if (reply.status !== 200) throw new Error(`the log answered ${reply.status}: ${reply.text}`);
    return reply.body.data;
  }

  /** Waits until there are `count` deliveries and all have the status. Returns them, oldest first. */
  settled(webhook: Json, status: string, count = 1, client?: Client): Promise<Json[]> {
    return until(
      `${count} deliveries to be ${status}`,
      async () => {
        const entries = (await this.log(webhook, '?limit=200', client)).reverse();
        return entries.length === count && entries.every((entry) => entry.status === status) && entries;
      },
      30_000,
    );
  }

  async stats({ _id }: Json, client: Client = this.#app.admin): Promise<Json> {
    return (await client.get(`${webhooks}/${_id}/stats`)).body;
  }
}
