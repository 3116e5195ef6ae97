import { createHash } from 'node:crypto';
import type { DerivedValue, Field, JsonValue } from '../fields/field.ts';
import { snakeCase } from '../fields/labels.ts';
import { platformFields, platformModels } from '../platform-names.ts';
import { type Model, singular } from './model.ts';
import type { RecordSet } from './record-set.ts';

declare module '../context.ts' {
  interface Context {
    /** All models of the caller's tenant, custom models included. */
    readonly registry: Registry;
  }
}

/** The part of a module that the registry needs. */
export interface ModuleModels {
  readonly key: string;
  readonly label: string;
  readonly models: readonly Model[];
  readonly writesNeedAdmin: boolean;
  readonly otherEvents: readonly OtherEvents[];
  readonly recordSets: readonly RecordSet[];
}

/** Returns the fields of a model that are hidden from a caller. `Access` implements it. */
interface HiddenFields {
  hiddenFields(model: { readonly name: string }): ReadonlySet<string>;
}

type EventRecord = Readonly<Record<string, JsonValue>>;

/** Events of a module that are not about records. */
export interface OtherEvents {
  /** The name of these events in place of a model's name, such as `communications.sync`. No model has it. */
  readonly name: string;
  /** The scope that readers of the events need. */
  readonly scope: string;
  /** True for events that name records of any owner. A reach of `own` or `team` does not suffice to read them. */
  readonly ofAnyOwner?: boolean;
  /** True for events about sign-ins and their origin. Only administrators get them, and only on request. */
  readonly ofAccounts?: boolean;
  /** Converts the stored record of an event for a caller. Defaults to the stored record. */
  readonly view?: (record: EventRecord, registry: Registry, access: HiddenFields) => EventRecord;
  /** The keys of the record that `view` removes or changes when roles hide fields from the caller. */
  readonly changedByView?: ReadonlySet<string>;
}

/** A reference field and the model that has it. */
export interface InboundReference {
  readonly model: Model;
  readonly field: Field;
}

interface ConstraintOwner {
  readonly model: Model;
  readonly fields: readonly Field[];
}

/** PostgreSQL truncates names to 63 bytes. Longer names end in a digest, so that they stay unique. */
export function constraintName(table: string, columns: readonly string[], suffix: string): string {
  const name = `${table}_${columns.join('_')}_${suffix}`;
  if (name.length <= 63) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, 62 - suffix.length - 9)}_${digest}_${suffix}`;
}

export const kebab = (slug: string) => snakeCase(slug).replaceAll('_', '-');

/**
 * Compiles a formula or a rollup of a model of the registry. `behaviours` implements it, because it needs the filter
 * grammar. Throws a Problem or a FormulaError for a declaration that does not fit the models.
 */
export type Derive = (registry: Registry, model: Model, field: Field) => DerivedValue;

/** The calendar of the company, by which formulas and rules know the current day. */
export interface CompanyCalendar {
  readonly timeZone: string;
  /** 1 is Monday, 7 is Sunday. */
  readonly firstDayOfWeek: number | null;
}

/** The changes that a tenant made to the models of the product. */
export interface Overlay {
  readonly base: Registry;
  /** Product models that have custom fields or rules. */
  readonly extended: readonly Model[];
  readonly calendar?: CompanyCalendar | undefined;
}

const none: readonly InboundReference[] = [];

/**
 * All models of a tenant: those of the product and its custom models. The registry of a tenant is an overlay: it
 * indexes only what the tenant added and reads everything else from the base, so that it takes a few KB instead of 340.
 */
export class Registry {
  readonly modules: readonly ModuleModels[];
  readonly otherEvents: readonly OtherEvents[];
  readonly timeZone: string;
  readonly firstDayOfWeek: number;
  /** Undefined in a registry whose records are not read. */
  readonly derive: Derive | undefined;
  /** The models that are indexed here: all models of the product, or the custom models of the tenant. */
  readonly #own: readonly Model[];
  readonly #base: Registry | undefined;
  readonly #extended = new Map<string, Model>();
  readonly #byName = new Map<string, Model>();
  readonly #byWord = new Map<string, Model>();
  readonly #inbound = new Map<string, InboundReference[]>();
  readonly #constraints = new Map<string, ConstraintOwner>();

  constructor(
    modules: readonly ModuleModels[],
    models: readonly Model[] = modules.flatMap((module) => module.models),
    overlay?: Overlay,
    derive?: Derive,
  ) {
    this.modules = modules;
    this.derive = overlay?.base.derive ?? derive;
    this.timeZone = overlay?.calendar?.timeZone ?? 'UTC';
    this.firstDayOfWeek = overlay?.calendar?.firstDayOfWeek ?? 1;
    this.otherEvents = overlay?.base.otherEvents ?? modules.flatMap((module) => module.otherEvents);
    this.#own = models;
    this.#base = overlay?.base;
    for (const model of models) {
      const other = this.#named(model.name);
      if (other) throw sameName(model, other, model.name);
      this.#byName.set(model.name, model);
      // Paths in kebab-case are valid too: /api/marketing/web-pages.
      this.#byName.set(`${model.moduleKey}.${kebab(model.slug)}`, model);
    }
    this.#indexWords(models);
    for (const model of models) this.#index(model, model.fields.values());
    for (const model of overlay?.extended ?? []) {
      this.#extended.set(model.name, model);
      this.#index(model, model.added);
    }
    if (!overlay) this.#checkPlatformModels();
  }

  #checkPlatformModels(): void {
    for (const [part, name] of Object.entries(platformModels)) {
      const model = this.#byName.get(name);
      if (!model) throw new Error(`no module has the model ${name}, which the platform needs`);
      for (const key of platformFields[part as keyof typeof platformModels]) this.#field(model, key);
    }
    for (const { name } of this.otherEvents)
      if (this.#byName.has(name)) throw new Error(`a model and other events are both called ${name}`);
  }

  /** All models. An overlay builds the list on each call, because few callers need it. */
  get models(): readonly Model[] {
    if (!this.#base) return this.#own;
    const models = this.#base.models.map((model) => this.#extended.get(model.name) ?? model);
    models.push(...this.#own);
    return models;
  }

  /**
   * Indexes models by single words. A word without a module is a model key, or else a slug. Of several models with the
   * slug `campaigns`, the one with the key `campaign` wins.
   */
  #indexWords(models: readonly Model[]): void {
    for (const model of models) {
      const other = this.#word(model.key);
      if (other?.key === model.key) throw sameName(model, other, model.key);
      if (!other || !hasDefaultKey(other, model.key)) this.#byWord.set(model.key, model);
    }
    for (const model of models) {
      if (hasDefaultKey(model, model.slug) || !this.#word(model.slug)) this.#byWord.set(model.slug, model);
    }
  }

  #index(model: Model, indexed: Iterable<Field>): void {
    for (const field of indexed) {
      const { to } = field.declared;
      if (to !== undefined) {
        if (!this.#named(to)) throw new Error(`${model.name}.${field.key} refers to ${to}, which does not exist`);
        // createdBy and its like are omitted: users are never deleted, so a deletion never has to clear them.
        if (!field.readOnly || to !== platformModels.users) {
          const inbound = this.#inbound.get(to);
          if (inbound) inbound.push({ model, field });
          else this.#inbound.set(to, [{ model, field }]);
        }
      }
      if (field.column === null) continue;
      if (to !== undefined)
        this.#constraints.set(constraintName(model.table, [field.column], 'fkey'), { model, fields: [field] });
      if (field.unique)
        this.#constraints.set(constraintName(model.table, [field.column], 'key'), { model, fields: [field] });
    }
    for (const keys of this.#base ? [] : model.uniqueTogether) {
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

  #named(name: string): Model | undefined {
    const own = this.#byName.get(name);
    if (own || !this.#base) return own;
    const model = this.#base.#named(name);
    return model && (this.#extended.get(model.name) ?? model);
  }

  #word(word: string): Model | undefined {
    const own = this.#byWord.get(word);
    if (own || !this.#base) return own;
    const model = this.#base.#word(word);
    return model && (this.#extended.get(model.name) ?? model);
  }

  find(moduleKey: string, slug: string): Model | undefined {
    return this.#named(`${moduleKey}.${slug}`);
  }

  /** Finds a model by slug, model key or `module.slug`, the names that users write in screens and forms. */
  named(word: string): Model | undefined {
    return this.#named(word) ?? this.#word(word);
  }

  /** The model that a reference field points to. */
  target(field: Field): Model {
    const model = this.#named(field.declared.to ?? '');
    if (!model) throw new Error(`${field.key} refers to no model`);
    return model;
  }

  /** All reference fields that can point to a record of the model. */
  inbound(model: Model): readonly InboundReference[] {
    const own = this.#inbound.get(model.name) ?? none;
    if (!this.#base) return own;
    const inBase = this.#base.inbound(model).map((inbound) => {
      const extended = this.#extended.get(inbound.model.name);
      return extended ? { model: extended, field: inbound.field } : inbound;
    });
    return own.length === 0 ? inBase : [...inBase, ...own];
  }

  /** The model and fields of a constraint in the database. */
  constraint(name: string): ConstraintOwner | undefined {
    return this.#constraints.get(name) ?? this.#base?.constraint(name);
  }
}

const hasDefaultKey = (model: Model, slug: string): boolean => model.slug === slug && model.key === singular(slug);

const sameName = (model: Model, other: Model, name: string): Error =>
  new Error(`${model.name} and ${other.name} are both called ${name}`);
