import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { viewField } from '#core/derive/registry-view.ts';
import { invalid } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import type { CustomFieldDefinition } from '#core/models/custom.ts';
import type { Registry } from '#core/models/registry.ts';
import type { Transaction } from '#db/database.ts';
import { parseJson } from '#lib/json.ts';
import { fieldChange, fieldView, fixedParts, modelPath, newField } from '../../schema/api-schemas.ts';
import { keepField } from '../../schema/delete-schema.ts';
import { bringFieldBack } from '../../schema/restore-schema.ts';
import { checkDefinitionSize } from '../../schema/schema-limits.ts';
import {
  changeSchema,
  checkField,
  findField,
  findModel,
  insertField,
  type NewField,
  withLabels,
} from '../../schema/schema-store.ts';

const fields = '/api/data/models/:moduleKey/:slug/fields';
const fieldPath = { ...modelPath, key: Type.String() };

const show = (registry: Registry, place: { moduleKey: string; slug: string }, key: string) =>
  ({ body: viewField(findModel(registry, place).fields.get(key) as Field, registry) }) as never;

/** The definition as it is stored: what is loaded of a very large one is reduced. */
async function readDefinition(tx: Transaction, tenantId: string, id: string): Promise<CustomFieldDefinition> {
  const [row] = await tx.query<{ definition: string }>(
    'select definition::text as definition from custom_fields where tenant_id = $1::bigint and id = $2::uuid',
    [tenantId, id],
  );
  return parseJson(row?.definition ?? '{}') as CustomFieldDefinition;
}

export const createField = defineAction({
  name: 'data.createField',
  summary: 'Adds a custom field to any model',
  routes: [{ method: 'POST', path: fields }],
  access: 'data:admin',
  status: 201,
  input: Type.Object({ ...modelPath, ...newField.properties }, { additionalProperties: false }),
  output: fieldView,
  async run(context, { moduleKey, slug, ...field }) {
    const place = findModel(context.registry, { moduleKey, slug });
    const registry = await changeSchema(context, place, (writing) => insertField(writing, place, field as NewField));
    return show(registry, place, field.key);
  },
});

function requireSameParts(
  key: string,
  before: CustomFieldDefinition,
  change: { readonly [part in keyof typeof fixedParts]?: unknown },
): void {
  for (const part of Object.keys(fixedParts) as (keyof typeof fixedParts)[]) {
    const given = change[part];
    if (given === undefined || isDeepStrictEqual(given, before[part] ?? (part === 'unique' ? false : undefined)))
      continue;
    const is = part === 'type' ? ` from ${before.type} to ${given}` : '';
    throw invalid(
      part,
      'read_only',
      `of the field ${key} cannot change${is}, because its values depend on it; make a new field, copy the values with updates, and delete this one`,
    );
  }
}

export const updateField = defineAction({
  name: 'data.updateField',
  summary: 'Changes a custom field',
  routes: [{ method: 'PATCH', path: `${fields}/:key` }],
  access: 'data:admin',
  input: Type.Object({ ...fieldPath, ...fieldChange }, { additionalProperties: false }),
  output: fieldView,
  async run(context, { moduleKey, slug, key, ...change }) {
    const place = findModel(context.registry, { moduleKey, slug });
    const registry = await changeSchema(context, place, async ({ tx, caller, registry }, schema) => {
      const field = findField(caller, schema, place, key);
      const before = await readDefinition(tx, caller.tenantId, field.id);
      requireSameParts(key, before, change);
      const definition = { ...before, ...withLabels(change as Partial<NewField>) } as CustomFieldDefinition;
      checkDefinitionSize(definition, '', before);
      checkField(registry, key, definition);
      await tx.query('update custom_fields set definition = $3::jsonb where tenant_id = $1::bigint and id = $2::uuid', [
        caller.tenantId,
        field.id,
        JSON.stringify(definition),
      ]);
    });
    return show(registry, place, key);
  },
});

export const deleteField = defineAction({
  name: 'data.deleteField',
  summary: 'Deletes a custom field. It can be restored with its values until EVENT_RETENTION has passed',
  routes: [{ method: 'DELETE', path: `${fields}/:key` }],
  access: 'data:admin',
  status: 204,
  input: Type.Object(fieldPath, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { moduleKey, slug, key }) {
    const place = findModel(context.registry, { moduleKey, slug });
    await changeSchema(context, place, async (writing, schema) => {
      await keepField(writing, place, findField(writing.caller, schema, place, key));
    });
    return { body: null };
  },
});

export const restoreField = defineAction({
  name: 'data.restoreField',
  summary: 'Restores a deleted custom field with the values that the records had',
  routes: [{ method: 'POST', path: `${fields}/:key/restore` }],
  access: 'data:admin',
  input: Type.Object(fieldPath, { additionalProperties: false }),
  output: fieldView,
  async run(context, { moduleKey, slug, key }) {
    const place = findModel(context.registry, { moduleKey, slug });
    const registry = await changeSchema(context, place, async (writing) => {
      await bringFieldBack(writing, findModel(writing.registry, place), key);
    });
    return show(registry, place, key);
  },
});
