import { UsageError } from './command-error.ts';

const operators = {
  '=': 'eq',
  '!=': 'ne',
  '>=': 'gte',
  '<=': 'lte',
  '>': 'gt',
  '<': 'lt',
  '~': 'contains',
  '^=': 'startsWith',
  '$=': 'endsWith',
} as const;
const named = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'contains',
  'startsWith',
  'endsWith',
  'between',
  'null',
];
const pattern = /^\s*([\w.]+)(?:\[(\w+)\])?\s*(!=|>=|<=|\^=|\$=|=|>|<|~)\s*(.*)$/s;

export const filterHelp = `  --filter CONDITION   field=value, and != > >= < <= ~ (contains) ^= (starts with) $= (ends with);
                       field[in]=a,b, field[between]=thisMonth, field[null]=true; or JSON of the query language.
                       All conditions must be met when it is given several times`;

/** Reads conditions as they are typed in a shell. */
export function readFilters(texts: readonly string[]): object | undefined {
  if (texts.length === 0) return undefined;
  const conditions = texts.map(readFilter);
  return conditions.length === 1 ? conditions[0] : { and: conditions };
}

function readFilter(text: string): object {
  if (text.trimStart().startsWith('{')) return readJsonFilter(text);
  const [, field, name, sign, value = ''] = pattern.exec(text) ?? [];
  if (field === undefined)
    throw new UsageError(`--filter "${text}" must be like status=customer, score>=10 or name~ada`);
  if (name !== undefined && (sign !== '=' || !named.includes(name)))
    throw new UsageError(`--filter "${text}": [${name}] must be one of ${named.join(', ')}, followed by =`);
  const operator = name ?? operators[sign as keyof typeof operators];
  if (operator === 'eq') return { [field]: value };
  const isList = operator === 'in' || operator === 'nin' || (operator === 'between' && value.includes(','));
  return { [field]: { [operator]: isList ? value.split(',') : value } };
}

function readJsonFilter(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch (error) {
    throw new UsageError(`--filter is not valid JSON: ${(error as Error).message}`);
  }
}
