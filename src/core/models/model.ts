import {
  bindField,
  type Field,
  type FieldDeclaration,
  type JsonSchema,
  type JsonValue,
  labelOf,
  snakeCase,
} from '../fields/field.ts';
import { idType } from '../fields/id.ts';
import { datetime, integer, reference } from '../fields/index.ts';
import { ExtendedFields } from './extended-fields.ts';

export type OperationName =
  | 'list'
  | 'get'
  | 'create'
  | 'replace'
  | 'update'
  | 'remove'
  | 'search'
  | 'aggregate'
  | 'bulk'
  | 'history'
  | 'restore'
  | 'revert';

/** Files, notes and tasks that belong to a record and go with it. */
export type ChildKind = 'files' | 'notes' | 'tasks';

/** What a model file says. Everything else about the model follows from it. */
export interface ModelDeclaration {
  readonly slug: string;
  /** Singular camelCase of the slug; said only where the rule in `singular` would get it wrong. */
  readonly key?: string;
  readonly label?: string;
  readonly labelPlural?: string;
  /** The field that names a record to people. `name` when there is one. */
  readonly title?: string;
  readonly fields: Record<string, FieldDeclaration>;
  /** Records have an owner: `ownerId`, the creator unless said otherwise. True unless the model is a list of settings. */
  readonly owned?: boolean;
  /** The reference field whose record these belong to: they are deleted with it. */
  readonly parent?: string;
  readonly children?: readonly ChildKind[];
  /** How the slugs of the children begin; the model's key when absent. */
  readonly childPrefix?: string;
  /** Indexes over several fields, beside those of references, `index` and `unique`. */
  readonly indexes?: readonly (readonly string[])[];
  /** Fields whose values together are unique in the tenant. */
  readonly uniqueTogether?: readonly (readonly string[])[];
  /** A record has a value in at least one of these fields. */
  readonly requiresOneOf?: readonly string[];
  /** The field that names whose a record is: the kebab-case path of the model lists only the caller's. */
  readonly personal?: string;
  /** PUT merges, as PATCH does on every model. */
  readonly putMerges?: boolean;
  /** DELETE sets these values and keeps the record. */
  readonly removeSets?: Readonly<Record<string, JsonValue>>;
  /** Read-only over HTTP: the platform itself writes the records. */
  readonly readOnly?: boolean;
  /** Changing a record needs `<module>:admin`. */
  readonly writeNeedsAdmin?: boolean;
  /** A write, or one to these fields, changes who may do what: cached permissions of the tenant are dropped. */
  readonly affectsAccess?: boolean | readonly string[];
  /** A deleted record is gone for good: it cannot be restored. */
  readonly permanent?: boolean;
  /** JSON Schemas of what the hooks show in answers to writes, beside the fields. */
  readonly shownOnWrite?: Readonly<Record<string, JsonSchema>>;
}

export interface Model {
  readonly moduleKey: string;
  readonly slug: string;
  readonly key: string;
  readonly label: string;
  readonly labelPlural: string;
  readonly name: string;
  readonly path: string;
  readonly titleField: string;
  readonly table: string;
  /** The row of the tenant's own model in `custom_models`; its records share one table. */
  readonly customId?: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Those that the tenant added to a model of the product. */
  readonly added: readonly Field[];
  /** Fields that clients may write. */
  readonly writable: readonly Field[];
  /** Those and the ones that the platform sets: all that have a value of their own in the row. */
  readonly stored: readonly Field[];
  /** Fields that it takes a scope of their own to see. */
  readonly guarded: readonly Field[];
  readonly searchable: readonly Field[];
  /** The field by which `:own` and `:team` are judged. */
  readonly ownerField: Field;
  readonly parent: Field | undefined;
  readonly indexes: readonly (readonly string[])[];
  readonly uniqueTogether: readonly (readonly string[])[];
  /** Keys of fields of which a record has at least one; empty when there is no such rule. */
  readonly requiresOneOf: readonly string[];
  readonly personal: string | undefined;
  readonly putMerges: boolean;
  readonly removeSets: Readonly<Record<string, JsonValue>> | undefined;
  readonly readOnly: boolean;
  readonly affectsAccess: boolean | readonly string[];
  readonly permanent: boolean;
  readonly shownOnWrite: Readonly<Record<string, JsonSchema>> | undefined;
  readonly scopes: { readonly read: string; readonly write: string };
}

const users = 'identity.users';

/** What every record carries beside its own fields. */
const systemFields: readonly Field[] = [
  bindField('createdAt', datetime({ readOnly: true })),
  bindField('updatedAt', datetime({ readOnly: true })),
  bindField('createdBy', reference(users, { readOnly: true })),
  bindField('updatedBy', reference(users, { readOnly: true })),
  bindField('version', integer({ readOnly: true })),
];

const idField = bindField('_id', { type: idType, options: { label: 'Id', readOnly: true } }, { column: 'id' });

export const systemKeys: ReadonlySet<string> = new Set(['_id', ...systemFields.map((field) => field.key)]);

const ownerId = () => reference(users, { label: 'Owner', defaultFrom: 'caller' });

/** contacts: contact, industries: industry, statuses: status, equipment: equipment. */
export function singular(slug: string): string {
  if (/ies$/.test(slug)) return slug.replace(/ies$/, 'y');
  if (/(?:status|address|process)es$/i.test(slug)) return slug.slice(0, -2);
  if (/(?:ss|us|News|Sms)$/.test(slug)) return slug;
  return slug.replace(/s$/, '');
}

export const defineModel = (declaration: ModelDeclaration): ModelDeclaration => declaration;

/** Modules in which only an administrator changes anything. */
const adminModules: ReadonlySet<string> = new Set(['identity', 'data']);

export interface ModelPlace {
  readonly customId?: string;
  /** Where the tenant's own fields come from, by key. */
  readonly customFields?: ReadonlyMap<string, { readonly id: string; readonly definedAt: string }>;
}

export function buildModel(moduleKey: string, declaration: ModelDeclaration, place: ModelPlace = {}): Model {
  const { slug, fields: own, owned = true } = declaration;
  const key = declaration.key ?? singular(slug);
  const declared = owned && !('ownerId' in own) ? { ...own, ownerId: ownerId() } : own;
  const bound = Object.entries(declared).map(([name, field]) => {
    const custom = place.customFields?.get(name);
    const { id: customId, definedAt } = custom ?? {};
    return bindField(name, field, customId ? { customId, definedAt } : { shared: place.customId !== undefined });
  });
  const fields = new Map([idField, ...bound, ...systemFields].map((field) => [field.key, field]));
  const label = declaration.label ?? labelOf(key);
  const admin = declaration.writeNeedsAdmin || adminModules.has(moduleKey);
  const writable = bound.filter((field) => !field.readOnly);
  const stored = bound.filter(({ declared: { generated, computed } }) => !generated && !computed);
  const ownerField = fields.get('ownerId') ?? (fields.get('createdBy') as Field);
  return {
    moduleKey,
    slug,
    key,
    label,
    labelPlural: declaration.labelPlural ?? labelOf(slug),
    name: `${moduleKey}.${slug}`,
    path: `/api/${moduleKey}/${slug}`,
    titleField: declaration.title ?? (fields.has('name') ? 'name' : '_id'),
    table: place.customId ? 'custom_records' : `${snakeCase(moduleKey)}_${snakeCase(slug)}`,
    ...(place.customId && { customId: place.customId }),
    fields,
    added: [],
    writable,
    // One list where both are the same, which is most models: a tenant that extends the model then holds one as well.
    stored: writable.length === bound.length && stored.length === bound.length ? writable : stored,
    searchable: bound.filter((field) => field.searchable),
    guarded: bound.filter(({ declared }) => declared.shownWith !== undefined),
    ownerField,
    parent: declaration.parent ? fields.get(declaration.parent) : undefined,
    indexes: declaration.indexes ?? [],
    uniqueTogether: declaration.uniqueTogether ?? [],
    requiresOneOf: declaration.requiresOneOf ?? [],
    personal: declaration.personal,
    putMerges: declaration.putMerges ?? false,
    removeSets: declaration.removeSets,
    readOnly: declaration.readOnly ?? false,
    affectsAccess: declaration.affectsAccess ?? false,
    permanent: declaration.permanent ?? false,
    hooks: declaration.hooks ?? {},
    shownOnWrite: declaration.shownOnWrite,
    scopes: { read: `${moduleKey}:read`, write: `${moduleKey}:${admin ? 'admin' : 'write'}` },
  };
}

const firstSystemKey = 'createdAt';

/** The model with further fields, before those that every record carries. It shares what it can with the model. */
export function extendModel(model: Model, added: readonly Field[]): Model {
  const searchable = added.filter((field) => field.searchable);
  // `concat` allocates what it needs; a spread reserves half as much again.
  const writable = model.writable.concat(added);
  return {
    ...model,
    fields: new ExtendedFields(model.fields, added, firstSystemKey),
    added,
    writable,
    stored: model.stored === model.writable ? writable : model.stored.concat(added),
    searchable: searchable.length === 0 ? model.searchable : model.searchable.concat(searchable),
  };
}

/** The model as a caller sees it from whom roles hide fields; the same object when they hide none of it. */
export function withoutFields(model: Model, hidden: ReadonlySet<string>): Model {
  if (hidden.size === 0 || ![...hidden].some((key) => model.fields.has(key))) return model;
  const shown = (fields: Iterable<Field>) => [...fields].filter((field) => !hidden.has(field.key));
  return {
    ...model,
    // As in a model that has no title.
    titleField: hidden.has(model.titleField) ? '_id' : model.titleField,
    parent: model.parent && hidden.has(model.parent.key) ? undefined : model.parent,
    fields: new Map(shown(model.fields.values()).map((field) => [field.key, field])),
    added: shown(model.added),
    writable: shown(model.writable),
    stored: shown(model.stored),
    searchable: shown(model.searchable),
    requiresOneOf: model.requiresOneOf.filter((key) => !hidden.has(key)),
  };
}

/** Whether a tenant made the model or extended it. There is one such object for each tenant. */
export const isTenantModel = (model: Model): boolean => model.customId !== undefined || model.added.length > 0;

const numbers = new WeakMap<Model, number>();
let numbered = 0;

/** Names the object in the keys of caches that must not keep it in memory. A changed model is another object. */
export function modelNumber(model: Model): number {
  let number = numbers.get(model);
  if (number === undefined) {
    numbered += 1;
    number = numbered;
    numbers.set(model, number);
  }
  return number;
}
