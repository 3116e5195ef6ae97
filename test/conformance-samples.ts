import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import type { Client } from './harness.ts';

export type Values = Record<string, JsonValue>;

/** Fields that a rule restricts beyond what their type knows. */
const ruled: Record<string, (n: number) => JsonValue> = {
  // Whoever administers users, and nothing else, can grant these.
  'identity.roles.permissions': (n) => [n % 2 === 0 ? 'identity:read' : 'identity:write:own'],
  'identity.roles.hiddenFields': (n) => ({ 'sales.contacts': n % 2 === 0 ? ['phone'] : ['email', 'phone'] }),
  'identity.roles.readOnlyFields': (n) => ({ 'sales.accounts': n % 2 === 0 ? ['name'] : ['website'] }),
  'identity.apiKeys.scopes': (n) => [n % 2 === 0 ? 'identity:read' : 'identity:write:own'],
  'identity.apiKeys.expiresAt': (n) => new Date(Date.UTC(2100, 0, 1, 9, 0, n)).toISOString(),
  'integrations.webhooks.events': (n) => [`contact.${['created', 'updated', 'deleted'][n % 3]}`, 'import.completed'],
};

/** A slug, a model key and `module.slug`: the three ways to name a model. */
const modelNames = ['contacts', 'account', 'sales.opportunities'];

/** Valid records of every model. References lead to real records: one for each model, made when first asked for. */
export class Samples {
  readonly #registry: Registry;
  readonly #client: Client;
  readonly #made = new Map<string, number>();
  readonly #targets = new Map<string, Promise<string>>();

  readonly #roles: readonly [string, string];

  constructor(registry: Registry, client: Client, roles: readonly [string, string] = ['viewer', 'member']) {
    this.#registry = registry;
    this.#client = client;
    this.#roles = roles;
  }

  /** Every field that can be changed once the record is there. */
  changed(model: Model): Promise<Values> {
    return this.#fill(
      model,
      model.writable.filter((field) => !field.declared.createOnly),
    );
  }

  /** Every writable field; no two samples of a model agree where its fields allow them to differ. */
  full(model: Model): Promise<Values> {
    return this.#fill(model, model.writable);
  }

  /** As little as the model accepts. */
  least(model: Model): Promise<Values> {
    return this.#fill(
      model,
      model.writable.filter((field) => field.required || field.key === model.requiresOneOf[0]),
    );
  }

  async #fill(model: Model, fields: readonly Field[]): Promise<Values> {
    const n = (this.#made.get(model.name) ?? 0) + 1;
    this.#made.set(model.name, n);
    const values: Values = {};
    for (const field of fields) values[field.key] = await this.value(model, field, n);
    return values;
  }

  async value(model: Model, field: Field, n: number): Promise<JsonValue> {
    // A webhook delivers what its owner may read, so that not everybody can be one.
    if (model.name === 'integrations.webhooks' && field.key === 'ownerId') return this.#client.userId;
    if (field.declared.to !== undefined) {
      const target = this.#registry.target(field);
      const fresh = model.uniqueTogether.some((keys) => keys.at(-1) === field.key);
      const id = await (fresh ? this.#create(target) : this.#target(target));
      return field.type.array ? [id] : id;
    }
    if (model.name === 'identity.users' && field.key === 'roles') return [this.#roles[n % 2] as string];
    if (field.key === 'modelKey') return modelNames[n % modelNames.length] as string;
    return ruled[`${model.name}.${field.key}`]?.(n) ?? field.type.example(field, n);
  }

  #target(model: Model): Promise<string> {
    const known = this.#targets.get(model.name) ?? this.#create(model);
    this.#targets.set(model.name, known);
    return known;
  }

  async #create(model: Model): Promise<string> {
    return (await this.#client.create(model.path, await this.least(model)))._id;
  }
}

/** A record as answers show it, given what was sent: secrets are told only as being set. */
export const shown = (model: Model, sent: Values): Values =>
  Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [
      key,
      model.fields.get(key)?.type.seal ? { set: value !== null } : value,
    ]),
  );
