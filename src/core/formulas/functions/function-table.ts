import { dateFunctions } from './dates.ts';
import type { FormulaFunction } from './function.ts';
import { logicFunctions } from './logic.ts';
import { numberFunctions } from './numbers.ts';
import { textFunctions } from './text.ts';

/** All functions, as the console and the documentation show them. */
export const functionTable: readonly FormulaFunction[] = [
  ...logicFunctions,
  ...numberFunctions,
  ...textFunctions,
  ...dateFunctions,
];

const byName: ReadonlyMap<string, FormulaFunction> = new Map(
  functionTable.flatMap((one) => [one.name, ...(one.aliases ?? [])].map((name) => [name.toLowerCase(), one] as const)),
);

/** Names are case-insensitive. */
export const findFunction = (name: string): FormulaFunction | undefined => byName.get(name.toLowerCase());

export const functionNames = (): readonly string[] =>
  functionTable.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
