// Evaluates a form's logic. The server imports this file and browsers load it, so that both decide alike.

const isEmpty = (answer) =>
  answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0);

const folded = (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/** An answer with several values equals each of them. */
const equals = (answer, value) =>
  Array.isArray(answer)
    ? answer.some((one) => folded(one) === folded(value))
    : (isEmpty(answer) && isEmpty(value)) || folded(answer) === folded(value);

const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function compare(answer, value) {
  if (isEmpty(answer) || isEmpty(value)) return undefined;
  const [a, b] = [Number(answer), Number(value)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  // Dates and times sort as text.
  return typeof answer === 'string' && typeof value === 'string' ? order(answer, value) : undefined;
}

const includes = (answer, value) =>
  typeof answer === 'string' && typeof value === 'string' && answer.toLowerCase().includes(value.toLowerCase());

/** The operators have the same names as those of filters. */
const operators = {
  eq: equals,
  ne: (answer, value) => !equals(answer, value),
  in: (answer, value) => Array.isArray(value) && value.some((one) => equals(answer, one)),
  nin: (answer, value) => !(Array.isArray(value) && value.some((one) => equals(answer, one))),
  contains: (answer, value) => (Array.isArray(answer) ? equals(answer, value) : includes(answer, value)),
  gt: (answer, value) => (compare(answer, value) ?? -1) > 0,
  gte: (answer, value) => (compare(answer, value) ?? -1) >= 0,
  lt: (answer, value) => (compare(answer, value) ?? 1) < 0,
  lte: (answer, value) => (compare(answer, value) ?? 1) <= 0,
  null: (answer, value) => isEmpty(answer) === (value !== false),
};

export const conditionOperators = Object.keys(operators);

function isMet(rule, answers) {
  const met = ({ field, operator, value }) => operators[operator](answers[field], value);
  return rule.any ? rule.if.some(met) : rule.if.every(met);
}

/**
 * Decides which fields are hidden and required with these answers. Answers to hidden fields do not count, so the rules
 * are applied until nothing changes. Contradicting rules end after a few rounds.
 */
export function applyLogic(rules, answers) {
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

function applyOnce(rules, answers) {
  const hidden = new Set(rules.filter((rule) => rule.then === 'show').flatMap(({ fields }) => fields));
  const required = new Set();
  const met = rules.filter((rule) => isMet(rule, answers));
  for (const rule of met) {
    for (const key of rule.fields) {
      if (rule.then === 'show') hidden.delete(key);
      else if (rule.then === 'require') required.add(key);
    }
  }
  // A rule that hides overrides one that shows.
  for (const rule of met) if (rule.then === 'hide') for (const key of rule.fields) hidden.add(key);
  return { hidden, required };
}

const sameSet = (a, b) => a.size === b.size && [...a].every((item) => b.has(item));
