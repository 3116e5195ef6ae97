import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { CustomFieldDefinition } from '#core/custom.ts';
import { viewField } from '#core/derive/registry-view.ts';
import type { Field } from '#core/fields/field.ts';
import type { Registry } from '#core/registry.ts';
import type { Transaction } from '#db/database.ts';
import { parseJson } from '#lib/json.ts';
import { checkDefinitionSize } from '../schema-bounds.ts';
import { changeSchema, checkField, findField, findModel, insertField, type NewField } from '../schema-store.ts';
import { fieldChange, fieldView, modelPath, newField } from '../schemas.ts';

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
      const definition = { ...before, ...change } as CustomFieldDefinition;
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
  summary: 'Deletes a custom field with its values',
  routes: [{ method: 'DELETE', path: `${fields}/:key` }],
  access: 'data:admin',
  status: 204,
  input: Type.Object(fieldPath, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { moduleKey, slug, key }) {
    const place = findModel(context.registry, { moduleKey, slug });
    await changeSchema(context, place, async ({ tx, caller }, schema) => {
      const field = findField(caller, schema, place, key);
      await tx.query('delete from custom_fields where tenant_id = $1::bigint and id = $2::uuid', [
        caller.tenantId,
        field.id,
      ]);
      // A model that was named by it is named by its id again.
      await tx.query(
        `update custom_models set definition = definition - 'titleField'
         where tenant_id = $1::bigint and module_key = $2::text and slug = $3::text and definition->>'titleField' = $4::text`,
        [caller.tenantId, place.moduleKey, place.slug, key],
      );
    });
    return { body: null };
  },
});
