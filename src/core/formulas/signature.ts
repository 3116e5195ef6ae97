import type { Parameter } from './functions/function.ts';

/** The parameter of each argument; undefined when this number of arguments is not allowed. */
export function parametersOf(parameters: readonly Parameter[], count: number): readonly Parameter[] | undefined {
  const first = parameters.filter(({ repeats, optional }) => !repeats && !optional);
  const group = parameters.filter(({ repeats }) => repeats);
  const last = parameters.filter(({ optional }) => optional);
  const rest = count - first.length;
  const times = group.length === 0 ? 0 : Math.floor(rest / group.length);
  const left = rest - times * group.length;
  if (rest < 0 || (group.length > 0 && times < 1) || left > last.length) return undefined;
  return [...first, ...Array.from({ length: times }, () => group).flat(), ...last.slice(0, left)];
}

/** The number of arguments that a function takes, for a message: `1 or 2 arguments`. */
export function takes(parameters: readonly Parameter[]): string {
  const least = parameters.filter(({ optional }) => !optional).length;
  if (parameters.some(({ repeats }) => repeats)) {
    const group = parameters.filter(({ repeats }) => repeats).map(({ name }) => name);
    return `${least} or more arguments${group.length > 1 ? `, with pairs of ${group.join(' and ')}` : ''}`;
  }
  if (least === parameters.length) return least === 1 ? '1 argument' : `${least === 0 ? 'no' : least} arguments`;
  return `${least} or ${parameters.length} arguments`;
}
