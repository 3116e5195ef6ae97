import type { Behaviour } from '../fields/behaviour.ts';
import {
  bindField,
  type DerivedValue,
  type Field,
  type FieldDeclaration,
  type JsonSchema,
  type JsonValue,
  labelOf,
  snakeCase,
} from '../fields/field.ts';
import { idType } from '../fields/id.ts';
import { datetime, integer, reference } from '../fields/index.ts';
import { platformModels } from '../platform-names.ts';
import { ExtendedFields } from './extended-fields.ts';
import { type ModelRule, rulesWithout } from './rule.ts';
import { type StatusFields, type StatusListDeclaration, statusFieldsOf } from './status-fields.ts';

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

/** Child models. Their records belong to a record of the parent model and are deleted with it. */
export type ChildKind = 'files' | 'notes' | 'tasks';

/**
 * Limits who sees a record, in addition to permissions. The listed users and the members of the listed teams always see
 * it. Everybody else must meet all the other conditions; without other conditions, nobody else sees it. Callers with
 * `<module>:admin` see every record, unless `hiddenFromAdmins`.
 */
export interface Audience {
  /** References to one user or several users who see the record. */
  readonly users?: readonly string[];
  /** References to teams whose members see the record. */
  readonly viewerTeams?: string;
  /** A boolean field. Everybody sees the record when it is true. */
  readonly shared?: string;
  /**
   * Fields with role names and with teams. Users with one of them see the record; everybody sees it when both are
   * empty.
   */
  readonly roles?: string;
  readonly teams?: string;
  /** A choice of `private`, `team`, `linked` and `everyone`, and the reference to the team. */
  readonly visibility?: string;
  readonly team?: string;
  /** For `linked`: the reference to the record whose readers see this record, and its model. */
  readonly linked?: { readonly key: string; readonly model: string };
  readonly hiddenFromAdmins?: boolean;
}

/**
 * Records that users keep for themselves. Users may write their own records with the read scope, because this changes
 * nothing for anybody else. Records of other users need `<module>:admin`. API keys need the write scope.
 */
export interface Personal {
  /** The reference to the user who owns the record. */
  readonly user: string;
  /**
   * Lists without a filter on the user contain only the caller's records, in this order. Undefined lists all that the
   * caller sees.
   */
  readonly sort?: string;
  /** Fields that share a record with other users. A record in which one of them has a value needs the write scope. */
  readonly sharing?: readonly string[];
}

/** A reference from another model to this one, such as from a message to its conversation. */
interface Referrer {
  readonly model: string;
  readonly reference: string;
}

/** The kinds of entries in the timeline of a record. */
export const timelineTypes = [
  'change',
  'note',
  'task',
  'email',
  'comment',
  'file',
  'activity',
  'call',
  'submission',
] as const;

export type TimelineType = (typeof timelineTypes)[number];

/** Declares that records of a model are entries in the timelines of the records to which they refer. */
export interface TimelineEntry {
  readonly type: TimelineType;
  /** Values of a field that make an entry of another type. */
  readonly typeBy?: { readonly field: string; readonly types: Readonly<Record<string, TimelineType>> };
  /** The references to the records in whose timelines an entry appears. Their indexes are in the order of timelines. */
  readonly of: readonly string[];
  /** A reference to a record of another model. The entry appears where the timeline declaration of that model says. */
  readonly through?: { readonly reference: string; readonly of: readonly string[] };
  /** A text field with the id of a record of any model, for models to which no field in `of` refers. */
  readonly anyRecord?: string;
  /** The time of an entry. Entries without a value have the time of their creation, as those of other models do. */
  readonly at?: string;
  /** The fields with the address and the name of the author, for entries that no user has made. */
  readonly author?: {
    readonly email: string;
    readonly name?: string;
    /** Only records with this value have such an author. */
    readonly when?: { readonly field: string; readonly is: JsonValue };
  };
  /** A long text of which entries contain the beginning. */
  readonly excerpt?: string;
  /** Long texts and JSON that entries contain besides the other fields. */
  readonly shows?: readonly string[];
}

/** The declaration of a model. Table, validation, API and permissions are derived from it. */
export interface ModelDeclaration {
  /** The plural in camelCase, which is the last segment of the path, such as `contacts` in /api/sales/contacts. */
  readonly slug: string;
  /** The singular in camelCase, which events use: `contact.created`. Set it only when `singular(slug)` is wrong. */
  readonly key?: string;
  readonly label?: string;
  readonly labelPlural?: string;
  /** The field by which people know a record. Defaults to `name`, or `_id` when the model has no `name`. */
  readonly title?: string;
  readonly fields: Record<string, FieldDeclaration>;
  /**
   * Adds the field `ownerId`, whose default is the creator. Defaults to true; set it to false for lists of settings.
   */
  readonly owned?: boolean;
  /** The reference field that points to the parent record. A record is deleted with its parent. */
  readonly parent?: string;
  readonly children?: readonly ChildKind[];
  /** The prefix of the slugs of the children. Defaults to the singular of the slug. */
  readonly childPrefix?: string;
  /** Indexes over several fields. References and fields with `index` or `unique` have their own. */
  readonly indexes?: readonly (readonly string[])[];
  /** Lists of fields. The combination of their values is unique in the tenant. */
  readonly uniqueTogether?: readonly (readonly string[])[];
  /** At least one of these fields must have a value. */
  readonly requiresOneOf?: readonly string[];
  readonly personal?: Personal;
  /**
   * Long texts whose words are stored in the table `<table>_words`, which a migration creates and the module fills.
   * Otherwise every change of a frequently changing record would index all words of the text again.
   */
  readonly wordsApart?: readonly string[];
  /** `q` also finds records that a matching record of another model references, if the caller may read that record. */
  readonly searchedThrough?: Referrer;
  /** Limits who sees a record. Undefined means everybody with the permission. */
  readonly audience?: Audience;
  /** PUT keeps fields that the body omits, as PATCH does. */
  readonly putMerges?: boolean;
  /** DELETE sets these values instead of deleting the record. */
  readonly removeSets?: Readonly<Record<string, JsonValue>>;
  /** Clients cannot write records; only the platform does. */
  readonly readOnly?: boolean;
  /**
   * The model is a list to choose from, such as statuses: a permission for `:own` or `:team` reads all of its records.
   */
  readonly choices?: boolean;
  /**
   * Reads need the scope `<module>:write` in place of `<module>:read`, for records that are for the users of a module.
   */
  readonly readNeedsWrite?: boolean;
  /** Writes need the scope `<module>:admin`. */
  readonly writeNeedsAdmin?: boolean;
  /**
   * Writes, or only those to the listed fields, change permissions, and so invalidate the tenant's cached permissions.
   */
  readonly affectsAccess?: boolean | readonly string[];
  /**
   * Published forms may write records, so visitors without a session can create them. Defaults to false, so that a new
   * model of settings or permissions is never open by accident. Notes and tasks of the model have the same value.
   * Custom models are open.
   */
  readonly openToForms?: boolean;
  /** A deleted record cannot be restored. */
  readonly permanent?: boolean;
  /** Nodes keep its records in memory. A write drops what they keep of the tenant. */
  readonly keptInMemory?: boolean;
  /** The model is a list of statuses. */
  readonly statusList?: StatusListDeclaration;
  /** The records of a new tenant. */
  readonly standard?: readonly Readonly<Record<string, JsonValue>>[];
  readonly timeline?: TimelineEntry;
  /** Models whose timelines belong to that of a record of this model, with their references to it. */
  readonly timelineIncludes?: Readonly<Record<string, string>>;
  /** JSON Schemas of values that hooks add to the answers of writes. */
  readonly shownOnWrite?: Readonly<Record<string, JsonSchema>>;
}

/** Fields that the platform sets by itself, by how it does. */
interface Behaviours {
  readonly stamps: readonly Field[];
  readonly follows: readonly Field[];
  readonly numbers: readonly Field[];
  /** Formulas and rollups. */
  readonly derived: readonly Field[];
  /** The fields of the record's status. */
  readonly status: StatusFields | undefined;
}

/** A declared or custom model with everything that is derived from its declaration. */
export interface Model {
  readonly moduleKey: string;
  readonly slug: string;
  readonly key: string;
  readonly label: string;
  readonly labelPlural: string;
  /** `module.slug`. */
  readonly name: string;
  readonly path: string;
  readonly titleField: string;
  readonly table: string;
  /** Set for a custom model: its id in `custom_models`. The records of all custom models are in one table. */
  readonly customId?: string;
  readonly fields: ReadonlyMap<string, Field>;
  /** Custom fields that the tenant added to a model of the product. */
  readonly added: readonly Field[];
  /** Fields that clients may write. */
  readonly writable: readonly Field[];
  /** Fields whose values writes of clients or of the platform store in the row: not generated, computed or derived. */
  readonly stored: readonly Field[];
  /** Fields that the platform sets by itself; undefined when there are none. */
  readonly behaviours: Behaviours | undefined;
  /** The rules of the tenant for the records. */
  readonly rules: readonly ModelRule[];
  /** Fields with `shownWith`, which only callers with that scope see. */
  readonly guarded: readonly Field[];
  readonly searchable: readonly Field[];
  /** The field that `:own` and `:team` compare: `ownerId`, or `createdBy` when there is no `ownerId`. */
  readonly ownerField: Field;
  readonly parent: Field | undefined;
  readonly indexes: readonly (readonly string[])[];
  readonly uniqueTogether: readonly (readonly string[])[];
  /** Keys of fields of which at least one must have a value; empty without such a rule. */
  readonly requiresOneOf: readonly string[];
  readonly personal: Personal | undefined;
  readonly wordsApart: readonly string[];
  readonly searchedThrough: Referrer | undefined;
  readonly audience: Audience | undefined;
  readonly putMerges: boolean;
  readonly removeSets: Readonly<Record<string, JsonValue>> | undefined;
  readonly readOnly: boolean;
  readonly affectsAccess: boolean | readonly string[];
  readonly openToForms: boolean;
  readonly choices: boolean;
  readonly permanent: boolean;
  readonly keptInMemory: boolean;
  readonly statusList: StatusListDeclaration | undefined;
  /** The records of a new tenant. */
  readonly standard: readonly Readonly<Record<string, JsonValue>>[];
  readonly timeline: TimelineEntry | undefined;
  readonly timelineIncludes: Readonly<Record<string, string>>;
  readonly shownOnWrite: Readonly<Record<string, JsonSchema>> | undefined;
  readonly scopes: { readonly read: string; readonly write: string };
  /** Rules of the tenant that a new record is checked against before it is accepted. */
  readonly duplicateChecks?: readonly DuplicateRule[];
}

/** A rule of a tenant for finding records that were entered twice. */
export interface DuplicateRule {
  readonly id: string;
  /** `module.slug`. */
  readonly model: string;
  /** Keys of fields. Records are duplicates when all of them agree and none is empty. */
  readonly match: readonly string[];
  readonly method: 'exact' | 'normalized' | 'similar';
  readonly onCreate: 'allow' | 'warn' | 'block';
}

/** The fields that every record has, in addition to `_id`. */
const systemFields: readonly Field[] = [
  bindField('createdAt', datetime({ readOnly: true })),
  bindField('updatedAt', datetime({ readOnly: true })),
  bindField('createdBy', reference(platformModels.users, { readOnly: true })),
  bindField('updatedBy', reference(platformModels.users, { readOnly: true })),
  bindField('version', integer({ readOnly: true })),
];

const idField = bindField('_id', { type: idType, options: { label: 'Id', readOnly: true } }, { column: 'id' });

export const systemKeys: ReadonlySet<string> = new Set(['_id', ...systemFields.map((field) => field.key)]);

const ownerId = () => reference(platformModels.users, { label: 'Owner', defaultFrom: 'caller', responsible: true });

/** contacts → contact, industries → industry, statuses → status, equipment → equipment. */
export function singular(slug: string): string {
  if (/ies$/.test(slug)) return slug.replace(/ies$/, 'y');
  if (/(?:status|address|process)es$/i.test(slug)) return slug.slice(0, -2);
  if (/(?:ss|us|News|Sms)$/.test(slug)) return slug;
  return slug.replace(/s$/, '');
}

/** The table of a declared model. */
const tableOf = (moduleKey: string, slug: string): string => `${snakeCase(moduleKey)}_${snakeCase(slug)}`;

/** The table of the declared model with this name: `module.slug`. */
export function tableNamed(name: string): string {
  const [moduleKey = '', slug = ''] = name.split('.');
  return tableOf(moduleKey, slug);
}

export const defineModel = (declaration: ModelDeclaration): ModelDeclaration => declaration;

/** Properties of a model that its declaration does not contain. */
interface ModelSource {
  /** True when all models of the module have `writeNeedsAdmin`. */
  readonly writesNeedAdmin?: boolean;
  /** The id in `custom_models`; undefined for models that are not custom. */
  readonly customId?: string;
  /** Ids in `custom_fields` and times of definition, by key. */
  readonly customFields?: ReadonlyMap<
    string,
    { readonly id: string; readonly definedAt: string; readonly derived: DerivedValue | undefined }
  >;
  readonly rules?: readonly ModelRule[];
}

export function buildModel(moduleKey: string, declaration: ModelDeclaration, source: ModelSource = {}): Model {
  const { slug, fields: own, owned = true } = declaration;
  const key = declaration.key ?? singular(slug);
  const declared = owned && !('ownerId' in own) ? { ...own, ownerId: ownerId() } : own;
  const bound = Object.entries(declared).map(([name, field]) => {
    const custom = source.customFields?.get(name);
    const { id: customId, definedAt, derived } = custom ?? {};
    return bindField(
      name,
      field,
      customId ? { customId, definedAt, derived } : { sharedTable: source.customId !== undefined },
    );
  });
  const fields = new Map([idField, ...bound, ...systemFields].map((field) => [field.key, field]));
  const label = declaration.label ?? labelOf(key);
  const admin = declaration.writeNeedsAdmin || source.writesNeedAdmin;
  const writable = bound.filter((field) => !field.readOnly);
  const stored = bound.filter(isStored);
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
    table: source.customId ? 'custom_records' : tableOf(moduleKey, slug),
    ...(source.customId && { customId: source.customId }),
    fields,
    added: [],
    writable,
    // Most models have equal lists. They share one array, so that an extended model also needs only one.
    stored: writable.length === bound.length && stored.length === bound.length ? writable : stored,
    searchable: bound.filter((field) => field.searchable),
    behaviours: behavioursOf(bound),
    rules: source.rules ?? [],
    guarded: bound.filter(({ declared }) => declared.shownWith !== undefined),
    ownerField,
    parent: declaration.parent ? fields.get(declaration.parent) : undefined,
    indexes: declaration.indexes ?? [],
    uniqueTogether: declaration.uniqueTogether ?? [],
    requiresOneOf: declaration.requiresOneOf ?? [],
    personal: declaration.personal,
    wordsApart: declaration.wordsApart ?? [],
    searchedThrough: declaration.searchedThrough,
    audience: declaration.audience,
    putMerges: declaration.putMerges ?? false,
    removeSets: declaration.removeSets,
    readOnly: declaration.readOnly ?? false,
    affectsAccess: declaration.affectsAccess ?? false,
    choices: declaration.choices ?? false,
    openToForms: declaration.openToForms ?? source.customId !== undefined,
    permanent: declaration.permanent ?? false,
    keptInMemory: declaration.keptInMemory ?? false,
    statusList: declaration.statusList,
    standard: declaration.standard ?? [],
    timeline: declaration.timeline,
    timelineIncludes: declaration.timelineIncludes ?? {},
    hooks: declaration.hooks ?? {},
    writers: declaration.writers,
    shownOnWrite: declaration.shownOnWrite,
    scopes: {
      read: `${moduleKey}:${declaration.readNeedsWrite ? 'write' : 'read'}`,
      write: `${moduleKey}:${admin ? 'admin' : 'write'}`,
    },
  };
}

const isStored = ({ derived, declared: { generated, computed, formula, rollup } }: Field): boolean =>
  !generated && !computed && !derived && formula === undefined && !rollup;

const firstSystemKey = 'createdAt';

function behavioursOf(fields: readonly Field[]): Behaviours | undefined {
  const of = (kind: Behaviour['kind']) => fields.filter(({ behaviour }) => behaviour?.kind === kind);
  return fields.some(({ behaviour }) => behaviour)
    ? {
        stamps: of('stamp'),
        follows: of('follow'),
        numbers: of('autonumber'),
        derived: fields.filter(({ derived }) => derived),
        status: statusFieldsOf(fields),
      }
    : undefined;
}

/**
 * The model with custom fields, which are listed before the system fields, and with the rules of the tenant. It shares
 * memory with the base model where possible.
 */
export function extendModel(model: Model, added: readonly Field[], rules: readonly ModelRule[] = []): Model {
  if (added.length === 0) return { ...model, rules };
  const searchable = added.filter((field) => field.searchable);
  // `concat` allocates the exact size; a spread allocates half as much again.
  const readOnly = added.some((field) => field.readOnly);
  const writable = model.writable.concat(readOnly ? added.filter((field) => !field.readOnly) : added);
  return {
    ...model,
    fields: new ExtendedFields(model.fields, added, firstSystemKey),
    added,
    rules,
    writable,
    behaviours: added.some(({ behaviour }) => behaviour) ? behavioursOf([...model.stored, ...added]) : model.behaviours,
    stored: model.stored === model.writable && !readOnly ? writable : model.stored.concat(added.filter(isStored)),
    searchable: searchable.length === 0 ? model.searchable : model.searchable.concat(searchable),
  };
}

/** The model without hidden fields. Returns the same object when it has none of them. */
export function withoutFields(model: Model, hidden: ReadonlySet<string>): Model {
  if (hidden.size === 0 || ![...hidden].some((key) => model.fields.has(key))) return model;
  const shown = (fields: Iterable<Field>) => [...fields].filter((field) => !hidden.has(field.key));
  return {
    ...model,
    // `_id` is the title field of models without a title.
    titleField: hidden.has(model.titleField) ? '_id' : model.titleField,
    parent: model.parent && hidden.has(model.parent.key) ? undefined : model.parent,
    fields: new Map(shown(model.fields.values()).map((field) => [field.key, field])),
    added: shown(model.added),
    writable: shown(model.writable),
    stored: shown(model.stored),
    searchable: shown(model.searchable),
    requiresOneOf: model.requiresOneOf.filter((key) => !hidden.has(key)),
    rules: rulesWithout(model.rules, hidden),
  };
}

/** True when a record can change without a new version: values are computed of other records or of the time. */
export const hasLiveFields = ({ behaviours }: Model): boolean =>
  behaviours?.derived.some(({ derived }) => derived?.usesTime || derived?.sources.length) ?? false;

/** True when the model is custom, or has custom fields or rules. Each tenant has its own object of such a model. */
export const isTenantModel = ({ customId, added, rules }: Model): boolean =>
  customId !== undefined || added.length > 0 || rules.length > 0;

/** True when nodes keep records of the model in memory. */
export const isCached = ({ affectsAccess, keptInMemory }: Model): boolean => affectsAccess !== false || keptInMemory;

const numbers = new WeakMap<Model, number>();
let lastNumber = 0;

/** Identifies the object in cache keys, so that caches do not keep it in memory. A changed model is a new object. */
export function modelNumber(model: Model): number {
  let number = numbers.get(model);
  if (number === undefined) {
    lastNumber += 1;
    number = lastNumber;
    numbers.set(model, number);
  }
  return number;
}
