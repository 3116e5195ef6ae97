import type { JsonValue } from '#core/fields/field.ts';

export type ConditionOperator = 'eq' | 'ne' | 'in' | 'nin' | 'contains' | 'gt' | 'gte' | 'lt' | 'lte' | 'null';

/** A condition on the answer to a field. */
export interface Condition {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: JsonValue;
}

/** The effect of a rule whose conditions are met. Fields of a `show` rule are hidden until then. */
export interface LogicRule {
  /** All conditions must be met, or one if `any` is true. */
  readonly if: readonly Condition[];
  readonly any: boolean;
  readonly then: 'show' | 'hide' | 'require';
  readonly fields: readonly string[];
}

export interface FieldStates {
  readonly hidden: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

export const conditionOperators: readonly ConditionOperator[];

export function applyLogic(
  rules: readonly LogicRule[],
  answers: Readonly<Record<string, JsonValue | undefined>>,
): FieldStates;
