import { problemOf, requireSmallRules } from '#core/behaviours/rules.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { Problem } from '#core/fields/field.ts';
import { withoutFields } from '#core/models/model.ts';
import type { ModelRule, RuleDefinition } from '#core/models/rule.ts';
import { readRegistry } from '#core/models/tenant-registry.ts';
import type { ModelPath } from './api-schemas.ts';
import { checkRuleSize } from './schema-limits.ts';
import { findModel } from './schema-store.ts';

/** The parts of a rule as clients send them. */
export interface GivenRule {
  readonly name: string;
  readonly when?: Readonly<Record<string, unknown>> | null;
  readonly require?: readonly string[] | null;
  readonly forbid?: boolean | null;
  readonly message: string;
}

/** Converts a rule to the form in which it is stored. Throws when it has none or both of its consequences. */
export function readRule({ name, when, require, forbid, message }: GivenRule): RuleDefinition {
  if (require && forbid)
    throw invalid('forbid', 'not_an_option', 'cannot be used together with require; make two rules');
  if (!require && !forbid)
    throw invalid('require', 'required', 'must name the fields that need a value, unless forbid is true');
  const definition: RuleDefinition = {
    name: name.trim(),
    ...(when && Object.keys(when).length > 0 && { when }),
    ...(require && { require }),
    ...(forbid && { forbid: true as const }),
    message: message.trim(),
  };
  checkRuleSize(definition);
  return definition;
}

/** Throws when another rule of the model has the name. Users and the audit know rules by their names. */
export function requireFreeName(rules: readonly ModelRule[], name: string, id?: string): void {
  const taken = rules.some((rule) => rule.id !== id && rule.name.toLowerCase() === name.toLowerCase());
  if (!taken) return;
  const message = 'Another rule of the model already has this name.';
  throw new AppError('unique_violation', message, [{ field: 'name', code: 'unique_violation', message }]);
}

/** Checks a rule that was stored in this transaction against the fields that the caller sees. */
export async function checkRule(context: TransactionContext, path: ModelPath, id: string): Promise<void> {
  const registry = await readRegistry(context);
  const model = findModel(registry, path);
  const rule = model.rules.find((one) => one.id === id);
  if (!rule) return;
  const hidden = context.caller.access.hiddenValues(model);
  const problem = problemOf(registry, withoutFields(model, hidden), rule);
  if (problem) throw invalid(problem.part, problem.code, problem.message);
  try {
    requireSmallRules(registry, model);
  } catch (error) {
    throw error instanceof Problem ? invalid('when', error.code, error.message) : error;
  }
}
