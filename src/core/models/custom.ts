import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import type { ResultType, Rollup, Stamp } from '../fields/behaviour.ts';
import { bindField } from '../fields/bind-field.ts';
import { datetimeType } from '../fields/datetime.ts';
import { formulaTypes, rollupTypes } from '../fields/derived.ts';
import type { FieldDeclaration, FieldOptions, FieldType, FieldTypeName, JsonValue } from '../fields/field.ts';
import { fieldTypes } from '../fields/index.ts';
import { platformModels } from '../platform-names.ts';
import { defineModel } from './declaration.ts';
import { derivedValue, type ModelFinder } from './derived-value.ts';
import { copiesOf, type FormulaIndex } from './formula-index.ts';
import { buildModel, type DuplicateRule, extendModel, type Model, tableNamed } from './model.ts';
import { type CompanyCalendar, type ModuleModels, Registry } from './registry.ts';
import type { ModelRule, StoredRule } from './rule.ts';

/** The models, fields and rules that a tenant adds at run time. They are rows of small tables; no other table changes. */

export interface CustomFieldDefinition {
  readonly type: FieldTypeName;
  readonly label?: string;
  readonly required?: boolean;
  readonly unique?: boolean;
  readonly default?: JsonValue;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly strict?: boolean;
  readonly reference?: { readonly moduleKey: string; readonly slug: string };
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly searchable?: boolean;
  readonly stamp?: Stamp;
  readonly follow?: string;
  /** The pattern of an autonumber. */
  readonly pattern?: string;
  readonly formula?: string;
  readonly rollup?: Rollup;
  /** The type of the value of a formula or a rollup. */
  readonly resultType?: ResultType;
  /** Copies of the values of a formula are stored, so that filters use an index. */
  readonly index?: boolean;
  readonly group?: string;
  /** The position among the custom fields of the model. Fields without one come last. */
  readonly order?: number;
}

export interface CustomModelDefinition {
  readonly modelKey: string;
  readonly label: string;
  readonly labelPlural: string;
  readonly titleField?: string;
}

export interface CustomField {
  readonly id: string;
  readonly moduleKey: string;
  readonly slug: string;
  readonly key: string;
  /** The time in the format of `createdAt` of records. */
  readonly definedAt: string;
  readonly definition: CustomFieldDefinition;
}

export interface CustomModel {
  readonly id: string;
  readonly moduleKey: string;
  readonly slug: string;
  readonly definition: CustomModelDefinition;
}

export interface CustomSchema {
  readonly models: readonly CustomModel[];
  readonly fields: readonly CustomField[];
  readonly rules: readonly StoredRule[];
  /** Active duplicate rules that warn or block. */
  readonly duplicateChecks: readonly DuplicateRule[];
  /** The indexes of formulas. */
  readonly indexes: readonly FormulaIndex[];
  /** The size of the schema as JSON. */
  readonly bytes: number;
  /**
   * Fields that were loaded without default, options and limits, because the definitions are too large. Usually there
   * are none.
   */
  readonly reduced: readonly string[];
  /** The number of fields above the limits of loading. Their values stay stored and are not shown. */
  readonly omittedCount: number;
}

/**
 * Limits of loading, so that one tenant cannot exhaust the memory of the process. They are wider than the limits of
 * writing, because a schema may be older than those.
 */
const loadLimits = { fields: 10_000, fieldsOfModel: 500, definitionBytes: 128_000, bytes: 2_000_000, rules: 1000 };

/** SQL of a definition without the parts that can be large. Reading and writing values does not need them. */
const reducedDefinition = (definition: string): string =>
  `jsonb_strip_nulls(jsonb_build_object('label', left(${definition}->>'label', 100), 'group', left(${definition}->>'group', 100), ${[
    'type',
    'required',
    'unique',
    'reference',
    'searchable',
    'order',
    'pattern',
    'formula',
    'rollup',
    'resultType',
    'index',
  ]
    .map((part) => `'${part}', ${definition}->'${part}'`)
    .join(', ')}))`;

/**
 * SQL of the fields in order. A field is reduced when its definition is too large, or when the sum of all definitions
 * up to it is too large. In the sum, a definition that is too large counts 200 bytes, its size after reducing.
 */
const sizedFields = `select f.*, f.own > ${loadLimits.definitionBytes}
    or sum(case when f.own > ${loadLimits.definitionBytes} then 200 else f.own end) over (order by f.n) > ${loadLimits.bytes} as reduced
  from (
    select f.*, octet_length(f.definition::text) as own from (
      select f.id, f.module_key, f.slug, f.key, f.created_at, f.definition, row_number() over (order by f.created_at, f.id) as n,
        row_number() over (partition by f.module_key, f.slug order by f.created_at, f.id) as of_model
      from custom_fields f where ${inTenant('f')}
    ) f where f.n <= ${loadLimits.fields} and f.of_model <= ${loadLimits.fieldsOfModel} offset 0
  ) f`;

/** SQL of the oldest rules as JSON. */
const rulesJson = `select json_agg(json_build_object('id', r.id, 'moduleKey', r.module_key, 'slug', r.slug, 'modelId', r.model_id,
    'definition', r.definition) order by r.created_at, r.id)
  from (select * from model_rules r where ${inTenant('r')} order by r.created_at, r.id limit ${loadLimits.rules}) r`;

interface LoadedSchema {
  readonly models: string | null;
  readonly fields: string | null;
  readonly rules: string | null;
  readonly checks: DuplicateRule[] | null;
  readonly indexes: FormulaIndex[] | null;
  readonly reduced: string[];
  readonly total: number;
}

export async function readCustomSchema(db: Queryable, tenantId: string): Promise<CustomSchema> {
  const [row] = await db.query<LoadedSchema>(
    `select s.* from ${scoped(
      's',
      `select
      (select json_agg(json_build_object('id', m.id, 'moduleKey', m.module_key, 'slug', m.slug, 'definition', m.definition)
          order by m.created_at, m.id)
        from custom_models m where ${inTenant('m')})::text as models,
      (${rulesJson})::text as rules,
      (select json_agg(json_build_object('id', d.id, 'model', d.model, 'match', d.match, 'method', d.method, 'onCreate', d.on_create) order by d.id)
        from ${tableNamed(platformModels.duplicateRules)} d where ${inTenant('d')} and d.active and d.on_create <> 'allow') as checks,
      (select json_agg(json_build_object('id', i.id, 'fieldId', i.field_id, 'definition', i.definition, 'state', i.state))
        from formula_indexes i where ${inTenant('i')} and i.state <> 'dropped') as indexes,
      (select count(*)::int from custom_fields f where ${inTenant('f')}) as total, f.*
      from (
        select json_agg(json_build_object('id', f.id, 'moduleKey', f.module_key, 'slug', f.slug, 'key', f.key,
            'definedAt', ${datetimeType.output?.('f.created_at')}, 'definition',
            case when f.reduced then ${reducedDefinition('f.definition')} else f.definition end) order by f.n)::text as fields,
          coalesce(array_agg(f.module_key || '.' || f.slug || '.' || f.key order by f.n) filter (where f.reduced), '{}') as reduced
        from (${sizedFields}) f
      ) f`,
    )}`,
    [tenantId],
  );
  // parseJson keeps all digits of a numeric default. The driver would round it.
  const parsed = (text: string | null | undefined) => (text ? parseJson(text) : []);
  const fields = parsed(row?.fields) as CustomField[];
  return {
    models: parsed(row?.models) as CustomModel[],
    fields,
    rules: parsed(row?.rules) as StoredRule[],
    duplicateChecks: row?.checks ?? [],
    indexes: row?.indexes ?? [],
    bytes: (row?.models?.length ?? 0) + (row?.fields?.length ?? 0) + (row?.rules?.length ?? 0),
    reduced: row?.reduced ?? [],
    omittedCount: (row?.total ?? 0) - fields.length,
  };
}

/**
 * The estimated heap of a tenant's registry, from measurements: per registry, model, field, rule, and byte of the
 * definitions. A rule may be the only change to its model, which is an object of its own then.
 */
export const registryBytes = ({ models, fields, rules, bytes }: CustomSchema): number =>
  1500 + models.length * 4000 + fields.length * 2000 + rules.length * 4000 + bytes * 2;

/** The pattern of an autonumber whose definition was loaded without it, because the definitions are too large. */
const plainPattern = '{000000}';

const typeOf = ({ type, resultType = 'number' }: CustomFieldDefinition): FieldType => {
  if (type === 'formula') return formulaTypes[resultType];
  return type === 'rollup' ? rollupTypes[resultType] : fieldTypes[type];
};

const computedHelp: Partial<Readonly<Record<FieldTypeName, string>>> = {
  formula: 'Computed by a formula each time it is read. It cannot be written.',
  rollup: 'Computed from the records that refer to this one, each time it is read. It cannot be written.',
};

/** Converts a definition. `searchableByDefault` decides whether `q` searches the field when the definition does not. */
export function declareCustom(definition: CustomFieldDefinition, searchableByDefault = false): FieldDeclaration {
  const { type, reference, pattern, searchable = searchableByDefault, ...rest } = definition;
  const options: FieldOptions = {
    ...rest,
    search: searchable,
    ...(type === 'autonumber' && { autonumber: pattern ?? plainPattern, unique: true }),
    ...(reference && { to: `${reference.moduleKey}.${reference.slug}` }),
    ...(computedHelp[type] !== undefined && { help: computedHelp[type] }),
  };
  return { type: typeOf(definition), options };
}

const placeOf = ({ definition }: CustomField): number => definition.order ?? Number.POSITIVE_INFINITY;

/** Sorts by the tenant's order. Fields without a position, or with the same one, are sorted oldest first. */
const inOrder = (fields: readonly CustomField[]): readonly CustomField[] =>
  // Test for equality, because Infinity minus Infinity is not a number.
  fields.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));

/** The rules by the model to which they belong. A custom model of the same name that was deleted has another id. */
const rulesByModel = (rules: readonly StoredRule[]): ReadonlyMap<string, readonly ModelRule[]> =>
  new Map(
    Map.groupBy(rules, ({ moduleKey, slug, modelId }) => ruleKey(`${moduleKey}.${slug}`, modelId))
      .entries()
      .map(([key, stored]) => [key, stored.map(({ id, definition }) => ({ id, ...definition }))]),
  );

const ruleKey = (name: string, modelId: string | null): string => `${name} ${modelId ?? ''}`;

/** The registry of a tenant: the product's models, extended with custom fields and rules, and the custom models. */
export function extendRegistry(
  base: Registry,
  { models, fields, rules, duplicateChecks, indexes }: CustomSchema,
  calendar?: CompanyCalendar,
): Registry {
  const find: ModelFinder = (name) => {
    const model = registry.named(name);
    return model && { registry, model };
  };
  const byModel = Map.groupBy(inOrder(fields), ({ moduleKey, slug }) => `${moduleKey}.${slug}`);
  const ruled = rulesByModel(rules);
  const indexOf = new Map(indexes.map((index) => [index.fieldId, index]));
  const checks = Map.groupBy(duplicateChecks, ({ model }) => model);
  const withChecks = (model: Model): Model => {
    const own = checks.get(model.name);
    return own ? { ...model, duplicateChecks: own } : model;
  };
  const ruledNames = rules.map(({ moduleKey, slug }) => `${moduleKey}.${slug}`);
  const extended = [...new Set([...byModel.keys(), ...ruledNames, ...checks.keys()])].flatMap((name) => {
    const model = base.named(name);
    const added = (byModel.get(name) ?? []).map(({ id, key, definedAt, definition }) => {
      const derived = derivedValue(definition, name, key, find);
      const copies = copiesOf(derived, indexOf.get(id));
      return bindField(key, declareCustom(definition), { customId: id, definedAt, derived, copies });
    });
    return model ? [withChecks(extendModel(model, added, ruled.get(ruleKey(name, null))))] : [];
  });
  const custom = models.map((model) =>
    withChecks(
      buildCustomModel(model, byModel.get(`${model.moduleKey}.${model.slug}`) ?? [], base.modules, {
        find,
        rules: ruled.get(ruleKey(`${model.moduleKey}.${model.slug}`, model.id)) ?? [],
        indexOf,
      }),
    ),
  );
  const registry: Registry = new Registry(base.modules, custom, { base, extended, calendar });
  return registry;
}

interface CustomModelParts {
  readonly find?: ModelFinder;
  readonly rules?: readonly ModelRule[];
  /** The indexes of formulas by the id of the field. */
  readonly indexOf?: ReadonlyMap<string, FormulaIndex>;
}

/** A custom model with its fields in order. */
export function buildCustomModel(
  { id, moduleKey, slug, definition }: CustomModel,
  fields: readonly CustomField[],
  modules: readonly ModuleModels[],
  { find = () => undefined, rules = [], indexOf }: CustomModelParts = {},
): Model {
  return buildModel(
    moduleKey,
    defineModel({
      slug,
      key: definition.modelKey,
      label: definition.label,
      labelPlural: definition.labelPlural,
      ...(definition.titleField && { title: definition.titleField }),
      // A custom model has no built-in text fields, so q searches its custom ones by default.
      fields: Object.fromEntries(fields.map((field) => [field.key, declareCustom(field.definition, true)])),
    }),
    {
      customId: id,
      customFields: new Map(
        fields.map((field) => {
          const derived = derivedValue(field.definition, `${moduleKey}.${slug}`, field.key, find);
          return [field.key, { ...field, derived, copies: copiesOf(derived, indexOf?.get(field.id)) }];
        }),
      ),
      rules,
      writesNeedAdmin: modules.some(({ key, writesNeedAdmin }) => key === moduleKey && writesNeedAdmin),
    },
  );
}
