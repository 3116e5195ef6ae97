import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { resultTypes } from '#core/fields/behaviour.ts';
import { previewFormula as preview } from '../../formulas/preview.ts';
import { formulasRoute, formulaText, modelPath } from '../../schema/api-schemas.ts';
import { findModel } from '../../schema/schema-store.ts';

export const previewFormula = defineAction({
  name: 'data.previewFormula',
  summary: 'Checks a formula, and computes it for a record of the model. Nothing is stored',
  routes: [{ method: 'POST', path: `${formulasRoute}/preview` }],
  access: 'data:admin',
  status: 200,
  input: Type.Object(
    {
      ...modelPath,
      formula: formulaText,
      recordId: Type.Optional(
        Type.String({ format: 'uuid', description: 'The record; the newest one when it is left out.' }),
      ),
      key: Type.Optional(
        Type.String({ maxLength: 100, description: 'The field that has the formula, which must not read itself.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    resultType: Type.Enum([...resultTypes]),
    result: Type.Unknown({ description: 'The value; null also when there is no record.' }),
    recordId: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'Null when the model has no record that the caller may read.',
    }),
  }),
  async run(context, { moduleKey, slug, ...input }) {
    return { body: await preview(context, findModel(context.registry, { moduleKey, slug }), input) };
  },
});
