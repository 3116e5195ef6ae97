import { createHash } from 'node:crypto';
import type { Field } from './fields/field.ts';
import { snakeCase } from './fields/field.ts';
import { type Model, singular } from './model.ts';
import type { Module } from './module.ts';

export interface Inbound {
  readonly model: Model;
  readonly field: Field;
}

interface ConstraintOwner {
  readonly model: Model;
  readonly fields: readonly Field[];
}

/** PostgreSQL cuts names at 63 bytes; ours end in a digest instead, so that they stay distinct. */
export function constraintName(table: string, columns: readonly string[], suffix: string): string {
  const name = `${table}_${columns.join('_')}_${suffix}`;
  if (name.length <= 63) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, 62 - suffix.length - 9)}_${digest}_${suffix}`;
}

const kebab = (slug: string) => snakeCase(slug).replaceAll('_', '-');

/** All models that one tenant has: those of the product and its own. */
export class Registry {
  readonly modules: readonly Module[];
  readonly models: readonly Model[];
  readonly #byName = new Map<string, Model>();
  readonly #byWord = new Map<string, Model>();
  readonly #inbound = new Map<string, Inbound[]>();
  readonly #constraints = new Map<string, ConstraintOwner>();

  constructor(modules: readonly Module[], models: readonly Model[] = modules.flatMap((module) => module.models)) {
    this.modules = modules;
    this.models = models;
    for (const model of models) {
      this.#add(this.#byName, model.name, model);
      // Paths in kebab-case mean the same: /api/marketing/web-pages.
      this.#byName.set(`${model.moduleKey}.${kebab(model.slug)}`, model);
    }
    // A bare word means the model key first, then the slug; of several `campaigns`, the one whose key is `campaign`.
    for (const model of models) this.#add(this.#byWord, model.key, model);
    for (const model of models) {
      if (model.key === singular(model.slug) || !this.#byWord.has(model.slug)) this.#byWord.set(model.slug, model);
    }
    for (const model of models) this.#index(model);
  }

  #add(map: Map<string, Model>, key: string, model: Model): void {
    const other = map.get(key);
    if (other) throw new Error(`${model.name} and ${other.name} are both called ${key}`);
    map.set(key, model);
  }

  #index(model: Model): void {
    for (const field of model.fields.values()) {
      const { to } = field.declared;
      if (to !== undefined) {
        if (!this.#byName.has(to)) throw new Error(`${model.name}.${field.key} refers to ${to}, which does not exist`);
        // Users are never deleted, so the two system references need no looking after.
        if (!field.readOnly) this.#inbound.set(to, [...(this.#inbound.get(to) ?? []), { model, field }]);
      }
      if (field.column === null) continue;
      if (to !== undefined)
        this.#constraints.set(constraintName(model.table, [field.column], 'fkey'), { model, fields: [field] });
      if (field.unique)
        this.#constraints.set(constraintName(model.table, [field.column], 'key'), { model, fields: [field] });
    }
    for (const keys of model.uniqueTogether) {
      const fields = keys.map((key) => this.#field(model, key));
      const columns = fields.map((field) => field.column ?? '');
      this.#constraints.set(constraintName(model.table, columns, 'key'), { model, fields });
    }
  }

  #field(model: Model, key: string): Field {
    const field = model.fields.get(key);
    if (!field) throw new Error(`${model.name} has no field ${key}`);
    return field;
  }

  find(moduleKey: string, slug: string): Model | undefined {
    return this.#byName.get(`${moduleKey}.${slug}`);
  }

  /** By slug, model key or `module.slug`, as people write it in screens and forms. */
  named(word: string): Model | undefined {
    return this.#byName.get(word) ?? this.#byWord.get(word);
  }

  /** The model that a reference field points to. */
  target(field: Field): Model {
    const model = this.#byName.get(field.declared.to ?? '');
    if (!model) throw new Error(`${field.key} refers to no model`);
    return model;
  }

  /** Every reference that can point to a record of the model. */
  inbound(model: Model): readonly Inbound[] {
    return this.#inbound.get(model.name) ?? [];
  }

  constraint(name: string): ConstraintOwner | undefined {
    return this.#constraints.get(name);
  }
}
