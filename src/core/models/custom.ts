import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import { datetimeType } from '../fields/datetime.ts';
import {
  bindField,
  type FieldDeclaration,
  type FieldOptions,
  type FieldTypeName,
  type JsonValue,
} from '../fields/field.ts';
import { fieldTypes } from '../fields/index.ts';
import { buildModel, defineModel, extendModel, type Model } from './model.ts';
import { Registry } from './registry.ts';

/** What a tenant adds to the product at run time. It lives in two small tables and needs no change to any other. */

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
  /** As records tell times. */
  readonly definedAt: string;
  readonly definition: CustomFieldDefinition;
}

interface CustomModel {
  readonly id: string;
  readonly moduleKey: string;
  readonly slug: string;
  readonly definition: CustomModelDefinition;
}

export interface CustomSchema {
  readonly models: readonly CustomModel[];
  readonly fields: readonly CustomField[];
  /** Size of the JSON that it was read from. */
  readonly bytes: number;
  /** Fields that were read without their default, options and limits because those are too large; empty as a rule. */
  readonly reduced: readonly string[];
  /** Fields beyond the number that is loaded. Their values are kept and not shown. */
  readonly omittedCount: number;
}

/**
 * What is loaded at most. These are wider than the bounds at writing, so that a schema from before those bounds is loaded
 * as it is while it is reasonable; they keep one tenant from filling the memory of the process.
 */
const loaded = { fields: 10_000, fieldsOfModel: 500, definitionBytes: 128_000, bytes: 2_000_000 };

/** What values are read and written by, without the parts that can be large. */
const reducedDefinition = (definition: string): string =>
  `jsonb_strip_nulls(jsonb_build_object('label', left(${definition}->>'label', 100), ${[
    'type',
    'required',
    'unique',
    'reference',
    'searchable',
  ]
    .map((part) => `'${part}', ${definition}->'${part}'`)
    .join(', ')}))`;

/** The fields in order, each with the size of its definition and of all before it. Large ones count as what is read of them. */
const sizedFields = `select f.*, f.own > ${loaded.definitionBytes}
    or sum(case when f.own > ${loaded.definitionBytes} then 200 else f.own end) over (order by f.n) > ${loaded.bytes} as reduced
  from (
    select f.*, octet_length(f.definition::text) as own from (
      select f.id, f.module_key, f.slug, f.key, f.created_at, f.definition, row_number() over (order by f.created_at, f.id) as n,
        row_number() over (partition by f.module_key, f.slug order by f.created_at, f.id) as of_model
      from custom_fields f where ${inTenant('f')}
    ) f where f.n <= ${loaded.fields} and f.of_model <= ${loaded.fieldsOfModel} offset 0
  ) f`;

export async function readCustomSchema(db: Queryable, tenantId: string): Promise<CustomSchema> {
  const [row] = await db.query<{ models: string | null; fields: string | null; reduced: string[]; total: number }>(
    `select s.* from ${scoped(
      's',
      `select
      (select json_agg(json_build_object('id', m.id, 'moduleKey', m.module_key, 'slug', m.slug, 'definition', m.definition)
          order by m.created_at, m.id)
        from custom_models m where ${inTenant('m')})::text as models,
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
  // Parsed by ourselves: a default keeps all its digits.
  const parsed = (text: string | null | undefined) => (text ? parseJson(text) : []);
  const fields = parsed(row?.fields) as CustomField[];
  return {
    models: parsed(row?.models) as CustomModel[],
    fields,
    bytes: (row?.models?.length ?? 0) + (row?.fields?.length ?? 0),
    reduced: row?.reduced ?? [],
    omittedCount: (row?.total ?? 0) - fields.length,
  };
}

/** Heap that the registry of a schema takes, measured: an own model, an extended one, a field, and its definition. */
export const registryBytes = ({ models, fields, bytes }: CustomSchema): number =>
  1500 + models.length * 4000 + fields.length * 2000 + bytes * 2;

/** `searched`: whether `q` finds its words when the definition does not say so. */
export function declareCustom(definition: CustomFieldDefinition, searched = false): FieldDeclaration {
  const { type, reference, searchable = searched, ...rest } = definition;
  const options: FieldOptions = {
    ...rest,
    search: searchable,
    ...(reference && { to: `${reference.moduleKey}.${reference.slug}` }),
  };
  return { type: fieldTypes[type], options };
}

/** The product's models with the tenant's fields in them, and the tenant's models beside them. */
export function extendRegistry(base: Registry, { models, fields }: CustomSchema): Registry {
  const byModel = Map.groupBy(fields, ({ moduleKey, slug }) => `${moduleKey}.${slug}`);
  const extended = [...byModel].flatMap(([name, added]) => {
    const model = base.named(name);
    return model
      ? [
          extendModel(
            model,
            added.map(({ id, key, definedAt, definition }) =>
              bindField(key, declareCustom(definition), { customId: id, definedAt }),
            ),
          ),
        ]
      : [];
  });
  const own = models.map(({ id, moduleKey, slug, definition }): Model => {
    const added = byModel.get(`${moduleKey}.${slug}`) ?? [];
    return buildModel(
      moduleKey,
      defineModel({
        slug,
        key: definition.modelKey,
        label: definition.label,
        labelPlural: definition.labelPlural,
        ...(definition.titleField && { title: definition.titleField }),
        // The model has no built-in texts: without this, q would find nothing in it.
        fields: Object.fromEntries(added.map((field) => [field.key, declareCustom(field.definition, true)])),
      }),
      { customId: id, customFields: new Map(added.map((field) => [field.key, field])) },
    );
  });
  return new Registry(base.modules, own, { base, extended });
}
