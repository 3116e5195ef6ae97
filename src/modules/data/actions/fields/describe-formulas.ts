import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { functionsView, readableFieldsView } from '../../formulas/language-view.ts';
import { formulasRoute, modelPath } from '../../schema/api-schemas.ts';
import { findModel } from '../../schema/schema-store.ts';

const valueType = Type.Enum(['number', 'text', 'boolean', 'date', 'datetime', 'list']);

const parameter = Type.Object({
  name: Type.String(),
  types: Type.Array(valueType, { description: 'The types of values that it takes.' }),
  optional: Type.Optional(Type.Literal(true)),
  repeats: Type.Optional(
    Type.Literal(true, { description: 'It may be given several times, together with the others that repeat.' }),
  ),
});

const formulaFunction = Type.Object({
  name: Type.String(),
  aliases: Type.Array(Type.String()),
  group: Type.Enum(['logic', 'numbers', 'text', 'dates']),
  parameters: Type.Array(parameter),
  result: Type.Union([valueType, Type.Null()], { description: 'null: the type of the values that are given.' }),
  help: Type.String(),
  example: Type.String(),
});

const readableField = Type.Object({
  path: Type.String({ description: 'As formulas name it, such as value or accountId.annualRevenue.' }),
  label: Type.String(),
  type: valueType,
});

export const describeFormulas = defineAction({
  name: 'data.describeFormulas',
  summary: 'Lists the functions of formulas, and the fields that formulas of a model can read',
  routes: [{ method: 'GET', path: formulasRoute }],
  access: 'data:admin',
  input: Type.Object(modelPath, { additionalProperties: false }),
  output: Type.Object({ functions: Type.Array(formulaFunction), fields: Type.Array(readableField) }),
  async run(context, path) {
    const model = findModel(context.registry, path);
    return { body: { functions: functionsView(), fields: readableFieldsView(context, model) } };
  },
});
