import { dateFunctions } from './dates.ts';
import type { FormulaFunction } from './function.ts';
import { logicFunctions } from './logic.ts';
import { numberFunctions } from './numbers.ts';
import { textFunctions } from './text.ts';

/** All functions, in the order in which the console and the documentation show them. */
export const functionTable: readonly FormulaFunction[] = [
  ...logicFunctions,
  ...numberFunctions,
  ...textFunctions,
  ...dateFunctions,
];

const byName: ReadonlyMap<string, FormulaFunction> = new Map(
  functionTable.flatMap((one) => [one.name, ...(one.aliases ?? [])].map((name) => [name.toLowerCase(), one] as const)),
);

/** Finds a function by its name, which is case-insensitive. */
export const findFunction = (name: string): FormulaFunction | undefined => byName.get(name.toLowerCase());

export const functionNames = (): readonly string[] =>
  functionTable.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
