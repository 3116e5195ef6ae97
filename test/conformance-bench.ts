import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { PublishedAnswers } from './conformance-answers.ts';
import { Samples, type Values } from './conformance-samples.ts';
import { eventually } from './eventually.ts';
import { withoutSecrets } from './expect.ts';
import type { Client, Json, Reply, StoredEvent, TestApp } from './harness.ts';

/** A model under test and its two records. The checks run in order and build on each other. */
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

/** Models that only administrators write: models of identity, screens, workspaces, settings, email transports, layouts and rules. */
const adminModels = [
  'ui.screens',
  'ui.workspaces',
  'ui.settings',
  'communications.emailTransports',
  'ai.aiModelPrices',
  'marketing.webLayouts',
  'sales.leadScoringRules',
  'sales.leadRoutingRules',
];

/**
 * Models that every user with the scope may write, except their fields for HTML and scripts. Samples contain those
 * fields, so they need an administrator.
 */
const withAdminFields = ['marketing.websites', 'marketing.webPages'];

export const writeScope = ({ moduleKey, name }: Model): string =>
  `${moduleKey}:${moduleKey === 'identity' || moduleKey === 'data' || adminModels.includes(name) ? 'admin' : 'write'}`;

/** Models of AI users, which are read with the scope for using AI. */
const ofUsersOfAi = ['ai.aiConversations', 'ai.aiMessages', 'ai.aiPendingActions'];

export const readScope = ({ moduleKey, name }: Model): string =>
  `${moduleKey}:${ofUsersOfAi.includes(name) ? 'write' : 'read'}`;

/** Events of another record that changes with a record of a model. */
const alsoChanges: Readonly<Record<string, string>> = {
  // Marking a mail as read also changes the counts of its conversation.
  'communications.emails': 'conversation.updated',
  // The totals of a document follow its lines, and so does the value of a deal.
  'sales.opportunityProducts': 'opportunity.updated',
  'sales.quoteProducts': 'quote.updated',
  'sales.orderProducts': 'order.updated',
  'finance.financeInvoiceLines': 'financeInvoice.updated',
};

/**
 * Shared parts of the checks of all models: a server, sample records, clients with different scopes, and the database.
 */
export class Bench {
  readonly app: TestApp;
  readonly samples: Samples;
  readonly published: PublishedAnswers;
  /** The admin of another tenant. */
  readonly stranger: Client;
  readonly #users = new Map<string, Promise<Client>>();
  #requests = 0;

  static async start(app: TestApp): Promise<Bench> {
    const document = await app.anonymous.get('/openapi.json');
    // Roles that a user with identity:admin and no other scope can assign.
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

  /** Sends a request with a new request id and validates the answer against the published document. */
  async call(client: Client, method: string, model: Model, call: Call = {}): Promise<Answered> {
    const { path } = model;
    const { id, suffix = '', query = '', body } = call;
    const url = `${path}${id === undefined ? '' : `/${id}`}${suffix}${query === '' ? '' : `?${query}`}`;
    const reply = await this.send(client, method, url, body);
    this.published.check(method, `${path}${id === undefined ? '' : '/{id}'}${suffix}`, reply);
    return { ...reply, body: asWritten(model, reply.body) };
  }

  async send(client: Client, method: string, url: string, body?: unknown): Promise<Answered> {
    this.#requests += 1;
    const requestId = `conformance-${this.#requests}`;
    const reply = await client.request(method, url, body, { 'x-request-id': requestId });
    assert.equal(reply.headers.get('x-request-id'), requestId);
    return { ...reply, requestId };
  }

  /**
   * Creates the users of all checks, and waits until their mails are sent. Otherwise the sample of emailTransports
   * could be used to send a mail, and its failure would be an event that no request wrote.
   */
  async createUsers(models: readonly Model[]): Promise<void> {
    for (const model of models) {
      await this.editorOf(model);
      await this.readerOf(model);
      for (const scope of [readScope(model), writeScope(model)]) {
        await this.holderOf(scope);
        await this.everythingBut(scope);
      }
      await this.deniedWriter(model);
    }
    await eventually(async () => assert.deepEqual(await this.app.sql('select email_id from mail_outbox'), []));
  }

  /** A user who holds this scope and no other. */
  holderOf(scope: string): Promise<Client> {
    return this.#user(scope, [scope]);
  }

  /**
   * A user who may only write records of the model. To edit others' webhooks, they must also read what is delivered, and to define
   * segments what the definition reads. Records
   * with an audience need an administrator of the module, or the user that they belong to. Mail servers of the operator's account
   * need an administrator of the platform.
   */
  async editorOf(model: Model): Promise<Client> {
    if (model.audience) return this.readerOf(model);
    if (model.name === 'communications.emailTransports') return this.#administrator();
    if (withAdminFields.includes(model.name)) return this.holderOf(`${model.moduleKey}:admin`);
    if (model.name === 'marketing.segments')
      return this.#user('segments of contacts', ['marketing:write', 'sales:read']);
    if (model.name !== 'integrations.webhooks') return this.holderOf(writeScope(model));
    return this.#user('webhooks of others', [
      'integrations:admin',
      '*:read',
      'ui:admin',
      'ai:write',
      'identity:admin',
      'data:admin',
    ]);
  }

  /** A second administrator of the operator's account. */
  #administrator(): Promise<Client> {
    const create = async () => {
      const [email, password] = ['second-admin@example.com', 'correct horse battery'];
      await this.app.admin.create('/api/identity/users', { email, password, roles: ['admin'] });
      return this.app.login(email, password);
    };
    const user = this.#users.get('administrator') ?? create();
    this.#users.set('administrator', user);
    return user;
  }

  /** A user who may only read all records of the model. */
  async readerOf(model: Model): Promise<Client> {
    if (model.audience?.hiddenFromAdmins) return this.app.admin;
    return this.holderOf(model.audience ? `${model.moduleKey}:admin` : readScope(model));
  }

  /** A user with every scope of the other modules, and in this module every scope that does not cover the given one. */
  everythingBut(scope: string): Promise<Client> {
    const [moduleKey, action] = scope.split(':');
    const others = this.app.app.registry.modules
      .filter(({ key }) => key !== moduleKey)
      .map(({ key }) => `${key}:admin`);
    const rest = { read: ['write'], write: ['read'], admin: ['read', 'write'] }[action ?? ''] ?? [];
    return this.#user(`but ${scope}`, [...others, ...rest.map((remaining) => `${moduleKey}:${remaining}`)]);
  }

  /** A user who may not write records of the model. Those who may read personal records write their own. */
  async deniedWriter(model: Model): Promise<Client> {
    // Administrators of any module may write some of the settings.
    if (model.writers) return this.#user('no administrator', ['*:read', '*:write']);
    if (!model.personal) return this.everythingBut(writeScope(model));
    const others = this.app.app.registry.modules.filter(({ key }) => key !== model.moduleKey);
    return this.#user(
      `no ${model.moduleKey}`,
      others.map(({ key }) => `${key}:admin`),
    );
  }

  #user(name: string, permissions: string[]): Promise<Client> {
    const user = this.#users.get(name) ?? this.app.user({ permissions });
    this.#users.set(name, user);
    return user;
  }

  eventsOf(requestId: string): Promise<BenchEvent[]> {
    return this.app.sql<BenchEvent>(
      `select e.*, n.account_key from events e join tenants n on n.id = e.tenant_id
       where e.request_id = $1 and e.model <> 'identity.security' order by e.xid, e.seq`,
      [requestId],
    );
  }

  /** Asserts that the request wrote exactly this event. */
  async wroteOne(
    { requestId }: Answered,
    { model }: Subject,
    change: 'created' | 'updated' | 'deleted' | 'restored',
    expected: { id: string; record: Json; previous: Json; by: Client },
  ): Promise<void> {
    const all = await this.eventsOf(requestId);
    const events = all.filter(({ type }) => type !== alsoChanges[model.name]);
    assert.equal(events.length, 1, `${events.length} events: ${events.map(({ type }) => type)}`);
    const event = events[0] as BenchEvent;
    assert.equal(event.type, `${model.key}.${change}`);
    assert.equal(event.model, model.name);
    assert.equal(event.record_id, expected.id);
    assert.deepEqual(asWritten(model, event.record), expected.record && asLogged(model, expected.record));
    assert.deepEqual(asWritten(model, event.previous), expected.previous && asLogged(model, expected.previous));
    assert.equal(event.actor_id, expected.by.userId);
    assert.equal(event.account_key, expected.by.accountKey);
  }

  /** Reads the row of a record, and the number of rows and events of its model. */
  async state(model: Model, id: string): Promise<Json> {
    const { table, name } = model;
    return this.app.sql(
      `select (select to_jsonb(t) - $3::text[] from ${table} t where t.id = $1::uuid) as row,
        (select count(*) from ${table}) as rows, (select count(*) from events where model = $2) as events`,
      [id, name, writtenAnytime(model).map(({ column }) => column)],
    );
  }

  /** Asserts that `run` changes neither the record nor the number of rows and events of its model. */
  async unchanged(model: Model, id: string, run: () => Promise<void>): Promise<void> {
    const before = await this.state(model, id);
    await run();
    assert.deepEqual(await this.state(model, id), before);
  }
}

/** The fields that the platform writes at any time and without an event, such as the number of members of a segment. */
const writtenAnytime = (model: Model): Field[] =>
  [...model.fields.values()].filter(({ readOnly, declared }) => readOnly && declared.eventless);

/** The same JSON with the defaults of fields that the platform writes at any time. */
function asWritten(model: Model, json: Json): Json {
  const fields = writtenAnytime(model);
  if (fields.length === 0) return json;
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit);
    if (value === null || typeof value !== 'object') return value;
    const result = Object.fromEntries(Object.entries<Json>(value).map(([key, one]) => [key, visit(one)]));
    for (const { key, declared } of fields) if (Object.hasOwn(value, key)) result[key] = declared.default ?? null;
    return result;
  };
  return visit(json);
}

/** Compares the expected fields; a failure shows only those that differ. */
export function assertFields(record: Json, expected: Values, what: string): void {
  const wrong = Object.keys(expected).filter((key) => !isDeepStrictEqual(record[key], expected[key]));
  const pick = (from: Json) => Object.fromEntries(wrong.map((key) => [key, from[key]]));
  assert.deepEqual(pick(record), pick(expected), what);
}

/** A record as events and asOf reads contain it: without secrets, computed and unlogged fields. */
export const asLogged = (model: Model, record: Json): Json =>
  Object.fromEntries(
    Object.entries(withoutSecrets(record)).filter(([key]) => {
      const declared = model.fields.get(key)?.declared;
      return declared?.computed === undefined && !declared?.unlogged;
    }),
  );
