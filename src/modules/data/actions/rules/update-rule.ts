import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { RuleDefinition } from '#core/models/rule.ts';
import { checkRule, type GivenRule, readRule, requireFreeName } from '../../schema/check-rules.ts';
import { ruleChange, rulePath, ruleRoute } from '../../schema/rule-schemas.ts';
import { ruleView } from '../../schema/rule-view.ts';
import { changeSchema, findModel } from '../../schema/schema-store.ts';
import { findRule, ruleAnswer } from '../../schema/visible-rules.ts';
import { saveRule } from '../../sql/model-rules.ts';

export const updateRule = defineAction({
  name: 'data.updateRule',
  summary: 'Changes a rule of a model',
  routes: [{ method: 'PATCH', path: ruleRoute }],
  access: 'data:admin',
  input: Type.Object({ ...rulePath, ...ruleChange }, { additionalProperties: false }),
  output: ruleView,
  async run(context, { moduleKey, slug, id, ...change }) {
    const path = { moduleKey, slug };
    const registry = await changeSchema(context, path, async (txContext) => {
      const { id: ruleId, ...before } = findRule(txContext, path, id);
      const definition = readRule(changed(before, change));
      requireFreeName(findModel(txContext.registry, path).rules, definition.name, ruleId);
      await saveRule(txContext, ruleId, definition);
      await checkRule(txContext, path, ruleId);
    });
    return ruleAnswer({ ...context, registry }, path, id);
  },
});

/** A rule has one consequence, so a new one replaces the other. */
function changed(before: RuleDefinition, change: Partial<GivenRule>): GivenRule {
  const { require, forbid } = change;
  const replaced = require ? { forbid: null } : forbid ? { require: null } : {};
  return { ...before, ...replaced, ...change };
}
