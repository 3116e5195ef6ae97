import { Type } from 'typebox';
import { modelPath, modelRoute } from './api-schemas.ts';
import { when } from './rule-view.ts';

export const rulesRoute = `${modelRoute}/rules`;
export const ruleRoute = `${rulesRoute}/:id`;
export const rulePath = { ...modelPath, id: Type.String() };

const name = Type.String({ minLength: 1, maxLength: 100, description: 'Unique among the rules of the model.' });

const require = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: 'The fields that must have a value. Either this or forbid.',
});

const forbid = Type.Boolean({ description: 'true: no record may be written that way. Either this or require.' });

const message = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '\\S',
  description: 'What the refused user reads: what is wrong, and what to do.',
});

export const newRule = {
  name,
  when: Type.Optional(when),
  require: Type.Optional(require),
  forbid: Type.Optional(forbid),
  message,
};

export const ruleChange = {
  name: Type.Optional(name),
  when: Type.Optional(Type.Union([when, Type.Null()], { description: 'null: the rule applies to all records.' })),
  require: Type.Optional(Type.Union([require, Type.Null()])),
  forbid: Type.Optional(Type.Union([forbid, Type.Null()])),
  message: Type.Optional(message),
};
