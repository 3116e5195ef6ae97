import { Drop, defaultOperators, type Operators } from 'liquidjs';
import { print } from './print.ts';

type Operator = Operators['=='];

/**
 * Comparisons without the generators of liquidjs, which need a microsecond for each item of a list: a condition with long
 * lists would exceed the time limit by seconds. `empty`, `blank` and `nil` are compared by liquidjs.
 */
export const operators: Operators = {
  ...defaultOperators,
  '==': ((left: unknown, right: unknown, context: never) =>
    isSpecial(left) || isSpecial(right)
      ? defaultOperators['==']?.(left, right, context)
      : isEqual(left, right)) as Operator,
  '!=': ((left: unknown, right: unknown, context: never) =>
    isSpecial(left) || isSpecial(right)
      ? defaultOperators['!=']?.(left, right, context)
      : !isEqual(left, right)) as Operator,
  contains: ((whole: unknown, part: unknown) => {
    if (typeof whole === 'string') return whole.includes(print(part));
    return (
      Array.isArray(whole) && (Array.isArray(part) ? whole.some((item) => isEqual(item, part)) : whole.includes(part))
    );
  }) as Operator,
};

const isSpecial = (value: unknown): boolean => value instanceof Drop;

function isEqual(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  return left === right || (left.length === right.length && left.every((item, index) => isEqual(item, right[index])));
}
