import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import {
  bindField,
  type FieldDeclaration,
  type FieldOptions,
  type FieldTypeName,
  type JsonValue,
} from './fields/field.ts';
import { fieldTypes } from './fields/index.ts';
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
}

export async function readCustomSchema(db: Queryable, tenantId: string): Promise<CustomSchema> {
  const [row] = await db.query<{ models: string | null; fields: string | null }>(
    `select s.models, s.fields from ${scoped(
      's',
      `select
      (select json_agg(json_build_object('id', m.id, 'moduleKey', m.module_key, 'slug', m.slug, 'definition', m.definition)
          order by m.created_at, m.id)
        from custom_models m where ${inTenant('m')})::text as models,
      (select json_agg(json_build_object('id', f.id, 'moduleKey', f.module_key, 'slug', f.slug, 'key', f.key,
          'definition', f.definition) order by f.created_at, f.id)
        from custom_fields f where ${inTenant('f')})::text as fields`,
    )}`,
    [tenantId],
  );
  // Parsed by ourselves: a default keeps all its digits.
  const parsed = (text: string | null | undefined) => (text ? parseJson(text) : []);
  return { models: parsed(row?.models) as CustomModel[], fields: parsed(row?.fields) as CustomField[] };
}

export function declareCustom(definition: CustomFieldDefinition): FieldDeclaration {
  const { type, reference, searchable, ...rest } = definition;
  const options: FieldOptions = {
    ...rest,
    ...(searchable !== undefined && { search: searchable }),
    ...(reference && { to: `${reference.moduleKey}.${reference.slug}` }),
  };
  return { type: fieldTypes[type], options };
}

/** The product's models with the tenant's fields in them, and the tenant's models beside them. */
export function extendRegistry(base: Registry, { models, fields }: CustomSchema): Registry {
  const byModel = Map.groupBy(fields, ({ moduleKey, slug }) => `${moduleKey}.${slug}`);
  const extended = base.models.map((model): Model => {
    const added = byModel.get(model.name);
    return added
      ? extendModel(
          model,
          added.map(({ id, key, definition }) => bindField(key, declareCustom(definition), { customId: id })),
        )
      : model;
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
        fields: Object.fromEntries(added.map((field) => [field.key, declareCustom(field.definition)])),
      }),
      { customId: id, customFields: new Map(added.map((field) => [field.key, field.id])) },
    );
  });
  return new Registry(base.modules, [...extended, ...own]);
}
