import type { JsonValue } from '#core/fields/field.ts';

/** When a rule applies: what visitors answered to a field. */
export interface Condition {
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: JsonValue;
}

/** What fields do when the conditions of a rule are met. Fields of a `show` rule are hidden until then. */
export interface LogicRule {
  /** Of several all must be met, unless `any` is true. */
  readonly if: readonly Condition[];
  readonly any: boolean;
  readonly then: 'show' | 'hide' | 'require';
  readonly fields: readonly string[];
}

export interface FieldStates {
  readonly hidden: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

type Answers = Readonly<Record<string, JsonValue | undefined>>;

const isEmpty = (answer: JsonValue | undefined): boolean =>
  answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0);

const folded = (value: JsonValue | undefined): JsonValue | undefined =>
  typeof value === 'string' ? value.trim().toLowerCase() : value;

/** An answer with several values is equal to each of them. */
const equals = (answer: JsonValue | undefined, value: JsonValue | undefined): boolean =>
  Array.isArray(answer)
    ? answer.some((one) => folded(one) === folded(value))
    : (isEmpty(answer) && isEmpty(value)) || folded(answer) === folded(value);

const compare = (answer: JsonValue | undefined, value: JsonValue | undefined): number | undefined => {
  if (isEmpty(answer) || isEmpty(value)) return undefined;
  const [a, b] = [Number(answer), Number(value)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  // Dates and times sort as text.
  return typeof answer === 'string' && typeof value === 'string'
    ? answer < value
      ? -1
      : answer > value
        ? 1
        : 0
    : undefined;
};

/** The same words as the operators of filters. The script of the page has the same table. */
const operators = {
  eq: equals,
  ne: (answer, value) => !equals(answer, value),
  in: (answer, value) => Array.isArray(value) && value.some((one) => equals(answer, one)),
  nin: (answer, value) => !(Array.isArray(value) && value.some((one) => equals(answer, one))),
  contains: (answer, value) =>
    Array.isArray(answer)
      ? equals(answer, value)
      : typeof answer === 'string' && typeof value === 'string' && answer.toLowerCase().includes(value.toLowerCase()),
  gt: (answer, value) => (compare(answer, value) ?? -1) > 0,
  gte: (answer, value) => (compare(answer, value) ?? -1) >= 0,
  lt: (answer, value) => (compare(answer, value) ?? 1) < 0,
  lte: (answer, value) => (compare(answer, value) ?? 1) <= 0,
  null: (answer, value) => isEmpty(answer) === (value !== false),
} satisfies Record<string, (answer: JsonValue | undefined, value: JsonValue | undefined) => boolean>;

export type ConditionOperator = keyof typeof operators;
export const conditionOperators = Object.keys(operators) as ConditionOperator[];

const isMet = (rule: LogicRule, answers: Answers): boolean => {
  const met = ({ field, operator, value }: Condition) => operators[operator](answers[field], value);
  return rule.any ? rule.if.some(met) : rule.if.every(met);
};

/**
 * Which fields are hidden and required with these answers. What is answered to a hidden field does not count, so rules are applied
 * until nothing changes any more; rules that contradict each other end after a few rounds.
 */
export function applyLogic(rules: readonly LogicRule[], answers: Answers): FieldStates {
  let states = applyOnce(rules, answers);
  for (let round = 0; round < rules.length; round += 1) {
    const { hidden } = states;
    const shown = Object.fromEntries(Object.entries(answers).filter(([key]) => !hidden.has(key)));
    const next = applyOnce(rules, shown);
    if (sameSet(next.hidden, hidden)) return next;
    states = next;
  }
  return states;
}

function applyOnce(rules: readonly LogicRule[], answers: Answers): FieldStates {
  const hidden = new Set(rules.filter(({ then }) => then === 'show').flatMap(({ fields }) => fields));
  const required = new Set<string>();
  const met = rules.filter((rule) => isMet(rule, answers));
  for (const { then, fields } of met) {
    for (const key of fields) {
      if (then === 'show') hidden.delete(key);
      else if (then === 'require') required.add(key);
    }
  }
  // A rule that hides is stronger than one that shows.
  for (const { then, fields } of met) if (then === 'hide') for (const key of fields) hidden.add(key);
  return { hidden, required };
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((item) => b.has(item));
