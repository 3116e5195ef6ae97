import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Model } from '#core/models/model.ts';
import { PublishedAnswers } from './conformance-answers.ts';
import { Samples, type Values } from './conformance-samples.ts';
import { withoutSecrets } from './expect.ts';
import type { Client, Json, Reply, StoredEvent, TestApp } from './harness.ts';

/** A model under test and the two records on which its trials build, one after the other. */
export interface Subject {
  readonly model: Model;
  first: Json;
  second: Json;
}

export interface Call {
  readonly id?: string;
  readonly suffix?: string;
  readonly query?: string;
  readonly body?: unknown;
}

export type Answered = Reply & { readonly requestId: string };

type BenchEvent = StoredEvent & { readonly account_key: string };

/** Only administrators change people, screens and workspaces. */
export const writeScope = ({ moduleKey, name }: Model): string =>
  `${moduleKey}:${moduleKey === 'identity' || ['ui.screens', 'ui.workspaces'].includes(name) ? 'admin' : 'write'}`;

export const readScope = ({ moduleKey }: Model): string => `${moduleKey}:read`;

/** What the trials of all models share: a server, sample records, callers of every kind, and a look behind. */
export class Bench {
  readonly app: TestApp;
  readonly samples: Samples;
  readonly published: PublishedAnswers;
  /** The admin of another tenant. */
  readonly stranger: Client;
  readonly #people = new Map<string, Promise<Client>>();
  #requests = 0;

  static async start(app: TestApp): Promise<Bench> {
    const document = await app.anonymous.get('/openapi.json');
    // Roles that whoever administers users can give, holding nothing else.
    await app.admin.create('/api/identity/roles', { name: 'reader', permissions: ['identity:read'] });
    await app.admin.create('/api/identity/roles', { name: 'writer', permissions: ['identity:write'] });
    return new Bench(app, new PublishedAnswers(document.body), await app.tenant());
  }

  private constructor(app: TestApp, published: PublishedAnswers, stranger: Client) {
    this.app = app;
    this.published = published;
    this.stranger = stranger;
    this.samples = new Samples(app.app.registry, app.admin, ['reader', 'writer']);
  }

  /** Sends a request under an id of its own and holds the answer against the published document. */
  async call(client: Client, method: string, { path }: Model, call: Call = {}): Promise<Answered> {
    const { id, suffix = '', query = '', body } = call;
    const url = `${path}${id === undefined ? '' : `/${id}`}${suffix}${query === '' ? '' : `?${query}`}`;
    const reply = await this.send(client, method, url, body);
    this.published.check(method, `${path}${id === undefined ? '' : '/{id}'}${suffix}`, reply);
    return reply;
  }

  async send(client: Client, method: string, url: string, body?: unknown): Promise<Answered> {
    this.#requests += 1;
    const requestId = `conformance-${this.#requests}`;
    const reply = await client.request(method, url, body, { 'x-request-id': requestId });
    assert.equal(reply.headers.get('x-request-id'), requestId);
    return { ...reply, requestId };
  }

  /** A user who holds this scope and no other. */
  holderOf(scope: string): Promise<Client> {
    return this.#person(scope, [scope]);
  }

  /** A user who may write records of the model, and no more. Webhooks of others are for those who read as much. */
  editorOf(model: Model): Promise<Client> {
    if (model.name !== 'integrations.webhooks') return this.holderOf(writeScope(model));
    return this.#person('webhooks of others', ['integrations:admin', '*:read']);
  }

  /** A user who may do everything in every other module, and in this one all that the scope does not cover. */
  everythingBut(scope: string): Promise<Client> {
    const [moduleKey, action] = scope.split(':');
    const others = this.app.app.registry.modules
      .filter(({ key }) => key !== moduleKey)
      .map(({ key }) => `${key}:admin`);
    const rest = { read: ['write'], write: ['read'], admin: ['read', 'write'] }[action ?? ''] ?? [];
    return this.#person(`but ${scope}`, [...others, ...rest.map((left) => `${moduleKey}:${left}`)]);
  }

  #person(name: string, permissions: string[]): Promise<Client> {
    const known = this.#people.get(name) ?? this.app.user({ permissions });
    this.#people.set(name, known);
    return known;
  }

  eventsOf(requestId: string): Promise<BenchEvent[]> {
    return this.app.sql<BenchEvent>(
      `select e.*, n.account_key from events e join tenants n on n.id = e.tenant_id
       where e.request_id = $1 and e.model <> 'identity.security' order by e.xid, e.seq`,
      [requestId],
    );
  }

  /** The request wrote this event and no other. */
  async wroteOne(
    { requestId }: Answered,
    { model }: Subject,
    change: 'created' | 'updated' | 'deleted' | 'restored',
    expected: { id: string; record: Json; previous: Json; by: Client },
  ): Promise<void> {
    const events = await this.eventsOf(requestId);
    assert.equal(events.length, 1, `${events.length} events: ${events.map(({ type }) => type)}`);
    const event = events[0] as BenchEvent;
    assert.equal(event.type, `${model.key}.${change}`);
    assert.equal(event.model, model.name);
    assert.equal(event.record_id, expected.id);
    assert.deepEqual(event.record, expected.record && asLogged(model, expected.record));
    assert.deepEqual(event.previous, expected.previous && asLogged(model, expected.previous));
    assert.equal(event.actor_id, expected.by.userId);
    assert.equal(event.account_key, expected.by.accountKey);
  }

  /** All that a record is behind the API: its row and the events of its model. */
  async state({ table, name }: Model, id: string): Promise<Json> {
    return this.app.sql(
      `select (select to_jsonb(t) from ${table} t where t.id = $1::uuid) as row,
        (select count(*) from ${table}) as rows, (select count(*) from events where model = $2) as events`,
      [id, name],
    );
  }

  /** Runs something that must be refused, and makes sure that it left no trace. */
  async unchanged(model: Model, id: string, run: () => Promise<void>): Promise<void> {
    const before = await this.state(model, id);
    await run();
    assert.deepEqual(await this.state(model, id), before);
  }
}

/** Says of each field that differs what it is and what it should be. */
export function assertFields(record: Json, expected: Values, what: string): void {
  const wrong = Object.keys(expected).filter((key) => !isDeepStrictEqual(record[key], expected[key]));
  const pick = (from: Json) => Object.fromEntries(wrong.map((key) => [key, from[key]]));
  assert.deepEqual(pick(record), pick(expected), what);
}

/** A record as events and the past have it: without secrets, and without what is computed when it is read. */
export const asLogged = (model: Model, record: Json): Json =>
  Object.fromEntries(
    Object.entries(withoutSecrets(record)).filter(([key]) => model.fields.get(key)?.declared.computed === undefined),
  );
