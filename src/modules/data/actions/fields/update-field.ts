import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invalid } from '#core/errors.ts';
import type { CustomFieldDefinition } from '#core/models/custom.ts';
import { type NewField, withLabels } from '../../schema/add-schema.ts';
import { fieldChange, fieldPath, fieldRoute, fieldView, fixedParts } from '../../schema/api-schemas.ts';
import { checkBehaviours } from '../../schema/check-behaviours.ts';
import { checkField } from '../../schema/check-field.ts';
import { checkDefinitionSize } from '../../schema/schema-limits.ts';
import { changeSchema, findField, findModel } from '../../schema/schema-store.ts';
import { fieldAnswer } from '../../schema/views.ts';
import { readFieldDefinition, saveFieldDefinition } from '../../sql/custom-fields.ts';

export const updateField = defineAction({
  name: 'data.updateField',
  summary: 'Changes a custom field',
  routes: [{ method: 'PATCH', path: fieldRoute }],
  access: 'data:admin',
  input: Type.Object({ ...fieldPath, ...fieldChange }, { additionalProperties: false }),
  output: fieldView,
  async run(context, { moduleKey, slug, key, ...change }) {
    const model = findModel(context.registry, { moduleKey, slug });
    const registry = await changeSchema(context, model, async (txContext, schema) => {
      const field = findField(txContext.caller, schema, model, key);
      const before = await readFieldDefinition(txContext, field.id);
      requireUnchangedParts(key, before, change);
      const definition = withoutNulls({
        ...before,
        // A changed formula or rollup may give another type.
        ...((change.formula ?? change.rollup) !== undefined && { resultType: undefined }),
        ...withLabels(change as Partial<NewField>),
      });
      checkDefinitionSize(definition, '', before);
      checkField(txContext.registry, key, definition);
      await saveFieldDefinition(txContext, field.id, definition);
      const { stamp, follow, pattern, formula, rollup, resultType } = change;
      const changed = { stamp, follow, pattern, formula, rollup, resultType };
      // A behaviour may have become invalid since. Other parts of the field can still be changed.
      if (Object.values(changed).some((part) => part !== undefined && part !== null))
        await checkBehaviours(txContext, model, [{ key, definition }]);
    });
    return fieldAnswer(registry, model, key);
  },
});

const removableParts = ['group', 'order', 'stamp', 'follow'] as const;

/** Removes the parts that are set to null. */
function withoutNulls(definition: { [part in keyof CustomFieldDefinition]?: unknown }): CustomFieldDefinition {
  const kept = { ...definition };
  for (const part of removableParts) if (kept[part] == null) delete kept[part];
  return kept as CustomFieldDefinition;
}

function requireUnchangedParts(
  key: string,
  before: CustomFieldDefinition,
  change: { readonly [part in keyof typeof fixedParts]?: unknown },
): void {
  for (const part of Object.keys(fixedParts) as (keyof typeof fixedParts)[]) {
    const given = change[part];
    if (given === undefined || isDeepStrictEqual(given, before[part] ?? (part === 'unique' ? false : undefined)))
      continue;
    const values = part === 'type' ? ` from ${before.type} to ${given}` : '';
    throw invalid(
      part,
      'read_only',
      `of the field ${key} cannot change${values}, because its values depend on it; make a new field, copy the values with updates, and delete this one`,
    );
  }
}
