import { classify } from '#db/errors.ts';
import type { Context } from '../context.ts';
import { AppError, type Detail } from '../errors.ts';
import type { Model } from '../models/model.ts';
import { fieldsOfRule, type ModelRule } from '../models/rule.ts';

/** A write of a record whose statement checks the rules of the model. */
interface RuledWrite {
  readonly context: Context;
  readonly model: Model;
}

/** The error of a statement that wrote a record against rules. Other errors are returned as they are. */
export function asRuleViolation(error: unknown, writes: readonly RuledWrite[]): unknown {
  const fault = classify(error);
  if (fault?.kind !== 'rule') return error;
  const violated = fault.violations.flatMap((violation) => {
    const [id, ...missing] = violation.split(' ');
    return writes.flatMap((write) => {
      const rule = write.model.rules.find((one) => one.id === id);
      return rule ? [{ message: rule.message, details: detailsOf(write, rule, missing) }] : [];
    });
  });
  if (violated.length === 0) return error;
  const messages = new Set(violated.map(({ message }) => message));
  return new AppError(
    'rule_violated',
    [...messages].join(' '),
    violated.flatMap(({ details }) => details),
  );
}

/** One detail for each field without a value that the caller sees, or else the field to which the rule applies. */
function detailsOf({ context, model }: RuledWrite, rule: ModelRule, missing: readonly string[]): readonly Detail[] {
  const hidden = context.caller.access.hiddenValues(model);
  const { message } = rule;
  const named = missing.length > 0 ? missing : theOnlyField(model, rule);
  const shown = named.filter((key) => !hidden.has(key));
  if (shown.length === 0) return [{ code: 'rule_violated', message }];
  return shown.map((field) => ({ field, code: 'rule_violated', message }));
}

/** The field that a rule names when it names one only, which a form can mark. */
function theOnlyField(model: Model, rule: ModelRule): readonly string[] {
  const [key = '', ...others] = fieldsOfRule(rule);
  return others.length === 0 && model.fields.get(key)?.readOnly === false ? [key] : [];
}
