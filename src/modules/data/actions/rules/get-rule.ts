import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { rulePath, ruleRoute } from '../../schema/rule-schemas.ts';
import { ruleView } from '../../schema/rule-view.ts';
import { ruleAnswer } from '../../schema/visible-rules.ts';

export const getRule = defineAction({
  name: 'data.getRule',
  summary: 'Gets one rule of a model',
  routes: [{ method: 'GET', path: ruleRoute }],
  access: 'signed-in',
  input: Type.Object(rulePath, { additionalProperties: false }),
  output: ruleView,
  async run(context, { id, ...path }) {
    return ruleAnswer(context, path, id);
  },
});
