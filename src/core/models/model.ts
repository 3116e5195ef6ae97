import type { Behaviour } from '../fields/behaviour.ts';
import { bindField } from '../fields/bind-field.ts';
import type { DerivedValue, Field, JsonSchema, JsonValue, ValueCopies } from '../fields/field.ts';
import { idType } from '../fields/id.ts';
import { datetime, integer, reference } from '../fields/index.ts';
import { labelOf, snakeCase } from '../fields/labels.ts';
import { platformModels } from '../platform-names.ts';
import type { Audience, ModelDeclaration, Personal, Referrer, TimelineEntry } from './declaration.ts';
import { ExtendedFields } from './extended-fields.ts';
import { type ModelRule, rulesWithout } from './rule.ts';
import { type StatusFields, type StatusListDeclaration, statusFieldsOf } from './status-fields.ts';

/** Fields that the platform sets by itself, by how it does. */
interface Behaviours {
  readonly stamps: readonly Field[];
  readonly follows: readonly Field[];
  readonly numbers: readonly Field[];
  /** Formulas and rollups. */
  readonly derived: readonly Field[];
  /** Formulas whose values every write copies to their index. */
  readonly copied: readonly Field[];
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

/** Properties of a model that its declaration does not contain. */
interface ModelSource {
  /** True when all models of the module have `writeNeedsAdmin`. */
  readonly writesNeedAdmin?: boolean;
  /** The id in `custom_models`; undefined for models that are not custom. */
  readonly customId?: string;
  /** Ids in `custom_fields` and times of definition, by key. */
  readonly customFields?: ReadonlyMap<
    string,
    {
      readonly id: string;
      readonly definedAt: string;
      readonly derived: DerivedValue | undefined;
      readonly copies: ValueCopies | undefined;
    }
  >;
  readonly rules?: readonly ModelRule[];
}

export function buildModel(moduleKey: string, declaration: ModelDeclaration, source: ModelSource = {}): Model {
  const { slug, fields: own, owned = true } = declaration;
  const key = declaration.key ?? singular(slug);
  const declared = owned && !('ownerId' in own) ? { ...own, ownerId: ownerId() } : own;
  const bound = Object.entries(declared).map(([name, field]) => {
    const custom = source.customFields?.get(name);
    const { id: customId, definedAt, derived, copies } = custom ?? {};
    return bindField(
      name,
      field,
      customId ? { customId, definedAt, derived, copies } : { sharedTable: source.customId !== undefined },
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
const noRules: readonly ModelRule[] = [];

function behavioursOf(fields: readonly Field[]): Behaviours | undefined {
  const of = (kind: Behaviour['kind']) => fields.filter(({ behaviour }) => behaviour?.kind === kind);
  return fields.some(({ behaviour }) => behaviour)
    ? {
        stamps: of('stamp'),
        follows: of('follow'),
        numbers: of('autonumber'),
        derived: fields.filter(({ derived }) => derived),
        copied: fields.filter(({ copies }) => copies),
        status: statusFieldsOf(fields),
      }
    : undefined;
}

/**
 * The model with custom fields, which are listed before the system fields, and with the rules of the tenant. It shares
 * memory with the base model where possible.
 */
export function extendModel(model: Model, added: readonly Field[], rules: readonly ModelRule[] = noRules): Model {
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
