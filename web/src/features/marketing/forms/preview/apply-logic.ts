import type { Condition, LogicRule } from '../form.ts';
import { conditionsOf } from '../form-items.ts';

type Answers = Readonly<Record<string, unknown>>;
type Test = (answer: unknown, value: unknown) => boolean;

const isEmpty = (answer: unknown): boolean =>
  answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0);

const folded = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);

const equals: Test = (answer, value) =>
  Array.isArray(answer)
    ? answer.some((one) => folded(one) === folded(value))
    : (isEmpty(answer) && isEmpty(value)) || folded(answer) === folded(value);

const isAmong: Test = (answer, value) => Array.isArray(value) && value.some((one) => equals(answer, one));

/** Compares numbers by size, dates and times as text; undefined when one of them is empty. */
function order(answer: unknown, value: unknown): number | undefined {
  if (isEmpty(answer) || isEmpty(value)) return undefined;
  const difference = Number(answer) - Number(value);
  return Number.isNaN(difference) ? String(answer).localeCompare(String(value)) : difference;
}

/** The operators of conditions, with the same meaning as on the server. */
const tests: Readonly<Record<string, Test>> = {
  eq: equals,
  ne: (answer, value) => !equals(answer, value),
  in: isAmong,
  nin: (answer, value) => !isAmong(answer, value),
  contains: (answer, value) =>
    Array.isArray(answer)
      ? equals(answer, value)
      : typeof answer === 'string' && typeof value === 'string' && answer.toLowerCase().includes(value.toLowerCase()),
  gt: (answer, value) => (order(answer, value) ?? -1) > 0,
  gte: (answer, value) => (order(answer, value) ?? -1) >= 0,
  lt: (answer, value) => (order(answer, value) ?? 1) < 0,
  lte: (answer, value) => (order(answer, value) ?? 1) <= 0,
  null: (answer, value) => isEmpty(answer) === (value !== false),
};

function isMet(rule: LogicRule, answers: Answers): boolean {
  const conditions = conditionsOf(rule);
  const met = ({ field, operator = 'eq', value }: Condition) => tests[operator]?.(answers[field], value) ?? false;
  return rule.any ? conditions.some(met) : conditions.every(met);
}

function applyOnce(rules: readonly LogicRule[], answers: Answers) {
  const hidden = new Set(rules.filter(({ then }) => then === 'show').flatMap(({ fields }) => fields));
  const required = new Set<string>();
  const met = rules.filter((rule) => isMet(rule, answers));
  for (const { then, fields } of met)
    for (const key of fields) {
      if (then === 'show') hidden.delete(key);
      if (then === 'require') required.add(key);
    }
  // Hiding rules override showing rules.
  for (const { then, fields } of met) if (then === 'hide') for (const key of fields) hidden.add(key);
  return { hidden, required };
}

/** The hidden and required fields for these answers. Answers to hidden fields are ignored. */
export function applyLogic(rules: readonly LogicRule[], answers: Answers) {
  let states = applyOnce(rules, answers);
  for (let round = 0; round < rules.length; round += 1) {
    const { hidden } = states;
    const next = applyOnce(rules, Object.fromEntries(Object.entries(answers).filter(([key]) => !hidden.has(key))));
    const isSame = next.hidden.size === hidden.size && [...next.hidden].every((key) => hidden.has(key));
    states = next;
    if (isSame) break;
  }
  return states;
}
