import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import type { Client } from './harness.ts';

export type Values = Record<string, JsonValue>;

/** Fields whose values are restricted by a rule outside their type. */
const restricted: Record<string, (n: number) => JsonValue> = {
  // A user with only identity:admin can grant these.
  'identity.roles.permissions': (n) => [n % 2 === 0 ? 'identity:read' : 'identity:write:own'],
  'identity.roles.hiddenFields': (n) => ({ 'sales.contacts': n % 2 === 0 ? ['phone'] : ['email', 'phone'] }),
  'identity.roles.readOnlyFields': (n) => ({ 'sales.accounts': n % 2 === 0 ? ['name'] : ['website'] }),
  'identity.apiKeys.scopes': (n) => [n % 2 === 0 ? 'identity:read' : 'identity:write:own'],
  // A time in the past would wake the conversation at once.
  'communications.conversations.snoozedUntil': (n) => new Date(Date.UTC(2100, 0, 1, 9, 0, n)).toISOString(),
  'identity.apiKeys.expiresAt': (n) => new Date(Date.UTC(2100, 0, 1, 9, 0, n)).toISOString(),
  'communications.emailTransports.url': (n) => `smtps://user:password-${n}@mail.example.com`,
  'communications.emailTransports.dkimDomain': (n) => `sender-${n}.example.com`,
  'communications.emailTransports.returnPathDomain': (n) => `bounces-${n}.example.com`,
  // The other providers check the form of eventKey.
  'communications.emailTransports.provider': (n) => (n % 2 === 0 ? 'postmark' : 'mailgun'),
  // All three models of `modelNames` have these fields.
  'ui.screens.columns': (n) => [n % 2 === 0 ? 'createdAt' : 'ownerId'],
  'ui.screens.actions': (n) => [n % 2 === 0 ? 'create' : { type: 'export' }],
  'ui.screens.defaultFilter': (n) => ({ version: { gt: n } }),
  'ui.screens.defaultSort': (n) => (n % 2 === 0 ? { createdAt: -1 } : { updatedAt: 1 }),
  'ui.screens.groupByField': (n) => (n % 2 === 0 ? 'ownerId' : 'createdBy'),
  'ui.screens.dateField': (n) => (n % 2 === 0 ? 'createdAt' : 'updatedAt'),
  'ui.savedViews.columns': (n) => [n % 2 === 0 ? 'createdAt' : 'ownerId'],
  'ui.savedViews.filter': (n) => ({ version: { gt: n } }),
  'ui.savedViews.sort': (n) => [n % 2 === 0 ? '-createdAt' : 'updatedAt'],
  'ui.savedViews.groupBy': (n) => (n % 2 === 0 ? 'ownerId' : 'createdBy'),
  'ui.savedViews.dateField': (n) => (n % 2 === 0 ? 'createdAt' : 'updatedAt'),
  // The lists of a view belong to its model.
  'ui.savedViews.modelKey': () => 'contacts',
  'ui.savedViews.defaultOn': () => ['sales.contacts'],
  'ui.dashboards.widgets': (n) => [{ type: 'text', content: `Note ${n}` }],
  'ui.dashboards.filters': (n) => ({ 'sales.contacts': { version: { gt: n } } }),
  // A published form is checked as a whole.
  'forms.forms.status': (n) => (n % 2 === 0 ? 'draft' : 'archived'),
  // An active sequence is checked as a whole.
  'marketing.campaignSequences.status': (n) => (n % 2 === 0 ? 'draft' : 'archived'),
  'marketing.emailDripCampaigns.status': (n) => (n % 2 === 0 ? 'draft' : 'archived'),
  'marketing.emailSequenceWorkflows.status': (n) => (n % 2 === 0 ? 'draft' : 'archived'),
  'marketing.webPages.blocks': (n) => [{ type: 'text', text: `Paragraph ${n}` }],
  'marketing.webLayouts.html': (n) => `<html><body>${n} {{ content }}</body></html>`,
  'marketing.webPages.path': (n) => `/page-${n}`,
  'marketing.webPages.slug': (n) => `page-${n}`,
  'marketing.websites.slug': (n) => `site-${n}`,
  'marketing.websites.domain': (n) => `www.site-${n}.example`,
  'marketing.webRedirects.fromPath': (n) => `/old-${n}`,
  'marketing.webRedirects.toUrl': (n) => `/new-${n}`,
  // A second default would change the first one, and the default is active.
  'sales.pipelines.isDefault': () => false,
  'sales.opportunityStatuses.requiredFields': (n) => [n % 2 === 0 ? 'closeDate' : 'value'],
  // The scope of the module suffices to read this model.
  'data.exportSchedules.model': () => 'data.storedFiles',
  'data.exportSchedules.filter': (n) => ({ version: { gt: n } }),
  'data.exportSchedules.q': (n) => `words ${n}`,
  'data.exportSchedules.sort': (n) => [n % 2 === 0 ? '-createdAt' : 'updatedAt'],
  'data.exportSchedules.fields': (n) => [n % 2 === 0 ? 'createdAt' : 'ownerId'],
  'data.exportSchedules.options': (n) => ({ references: n % 2 === 0 ? 'ids' : 'names' }),
  'data.exportSchedules.cron': (n) => `${n % 60} 7 * * 1`,
  'data.exportSchedules.tz': (n) => (n % 2 === 0 ? 'Europe/Paris' : 'Europe/Berlin'),
  'data.duplicateRules.model': () => 'sales.contacts',
  'data.duplicateRules.match': (n) => [['phone', 'lastName', 'firstName', 'email', 'title'][n % 5] as string],
  'sales.leadScoringRules.modelKey': (n) => (n % 2 === 0 ? 'leads' : 'contacts'),
  'sales.leadScoringRules.filter': (n) => ({ score: { gt: n } }),
  'sales.leadScoringRules.eventType': (n) => (n % 2 === 0 ? 'email.opened' : 'email.clicked'),
  // A workflow that is active runs, and changes what no test expects.
  'marketing.workflows.status': (n) => (n % 2 === 0 ? 'draft' : 'paused'),
  // Each step is a record with an event of its own.
  'marketing.workflows.steps': () => [],
  'marketing.workflowEnrollments.status': (n) => (n % 2 === 0 ? 'active' : 'paused'),
  'marketing.segments.definition': (n) => ({ version: { gt: n } }),
  // Members of active segments are found in the background, and their number changes.
  'marketing.segments.active': () => false,
  // Active rules change leads and contacts, which no test expects.
  'sales.leadScoringRules.active': () => false,
  'sales.leadRoutingRules.active': () => false,
  'sales.leadRoutingRules.filter': (n) => ({ score: { gt: n } }),
  'sales.leadRoutingRules.weights': (n) => [(n % 100) + 1],
  'integrations.webhooks.events': (n) => [`contact.${['created', 'updated', 'deleted'][n % 3]}`, 'import.completed'],
};

/** A second default would change the first one, and category and isClosed must agree. */
const ofStatuses: Record<string, JsonValue> = { isDefault: false, category: 'open', isClosed: false };

/** Fields that would contradict another one: the text of a status and its list, which belong to `statusId`. */
const followsAnother = ({ statusList }: Model, { key, declared }: Field): boolean =>
  declared.status?.part === 'key' || declared.status?.part === 'list' || statusList?.within === key;

/** Creates records of models that only actions write, and that other models refer to. */
const madeByActions: Record<string, (client: Client, target: (name: string) => Promise<string>) => Promise<string>> = {
  'marketing.socialConnections': async (client) => {
    const hook = { platform: 'webhook', url: 'https://example.com/hook' };
    return (await client.post('/api/marketing/social-connection/connect', hook)).body._id;
  },
  'marketing.socialPosts': async (client, target) => {
    const connectionId = await target('marketing.socialConnections');
    const draft = { connectionId, content: 'Draft', draft: true };
    return (await client.post('/api/marketing/social-publishing', draft)).body._id;
  },
};

/** The three ways to name a model: slug, model key and `module.slug`. */
const modelNames = ['contacts', 'account', 'sales.opportunities'];

/** Valid records of every model. References point to real records: one for each model, created on first use. */
export class Samples {
  readonly #registry: Registry;
  readonly #client: Client;
  readonly #counts = new Map<string, number>();
  readonly #targets = new Map<string, Promise<string>>();

  readonly #roles: readonly [string, string];

  constructor(registry: Registry, client: Client, roles: readonly [string, string] = ['viewer', 'member']) {
    this.#registry = registry;
    this.#client = client;
    this.#roles = roles;
  }

  /** Values for every field that can be changed after the creation. */
  changed(model: Model): Promise<Values> {
    return this.#fill(
      model,
      model.writable.filter((field) => !field.declared.createOnly),
    );
  }

  /** Values for every writable field. Two samples of a model differ in every field that allows it. */
  full(model: Model): Promise<Values> {
    return this.#fill(model, model.writable);
  }

  /** Fills only the required fields. */
  minimal(model: Model): Promise<Values> {
    return this.#fill(
      model,
      model.writable.filter((field) => field.required || field.key === model.requiresOneOf[0]),
    );
  }

  async #fill(model: Model, fields: readonly Field[]): Promise<Values> {
    const n = (this.#counts.get(model.name) ?? 0) + 1;
    this.#counts.set(model.name, n);
    const values: Values = {};
    for (const field of fields)
      if (!followsAnother(model, field)) values[field.key] = await this.value(model, field, n);
    return values;
  }

  async value(model: Model, field: Field, n: number): Promise<JsonValue> {
    // The owner of a webhook must be able to read the events that it delivers.
    if (model.name === 'integrations.webhooks' && field.key === 'ownerId') return this.#client.userId;
    // Lists of personal models contain only records of the caller.
    if (model.personal?.user === field.key) return this.#client.userId;
    if (model.name === 'communications.mailboxConnections' && field.key === 'ownerId') return this.#client.userId;
    // A mentioned user would follow the conversation later, which is a change that no test expects. Mention the caller instead.
    if (model.name === 'communications.comments' && field.key === 'mentionedUserIds') return [this.#client.userId];
    // The samples of other statuses are sent or decided, and a sent quote does not change.
    if (model.name === 'sales.quotes' && field.key === 'statusId') return this.#draft();
    if (field.declared.to !== undefined) {
      const target = this.#registry.target(field);
      const mustBeNew = model.uniqueTogether.some((keys) => keys.at(-1) === field.key);
      const id = await (mustBeNew ? this.#create(target) : this.#target(target));
      return field.type.array ? [id] : id;
    }
    if (model.name === 'identity.users' && field.key === 'roles') return [this.#roles[n % 2] as string];
    if (model.statusList && field.key in ofStatuses) return ofStatuses[field.key] ?? null;
    const own = restricted[`${model.name}.${field.key}`];
    if (own) return own(n);
    return field.key === 'modelKey' ? (modelNames[n % modelNames.length] as string) : field.type.example(field, n);
  }

  async #draft(): Promise<string> {
    const { body } = await this.#client.get('/api/sales/quoteStatuses?filter[key]=draft');
    return body.data[0]._id;
  }

  #target(model: Model): Promise<string> {
    const target = this.#targets.get(model.name) ?? this.#create(model);
    this.#targets.set(model.name, target);
    return target;
  }

  async #create(model: Model): Promise<string> {
    const make = model.readOnly ? madeByActions[model.name] : undefined;
    if (make)
      return make(this.#client, (name) =>
        this.#target(this.#registry.models.find((one) => one.name === name) as Model),
      );
    return (await this.#client.create(model.path, await this.minimal(model)))._id;
  }
}

/** The sent values in the form of answers: a secret only as set or not set. */
export const shown = (model: Model, sent: Values): Values =>
  Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [
      key,
      model.fields.get(key)?.type.seal ? { set: value !== null } : value,
    ]),
  );
