/** Prints one measurement and adds it to the table at the end. `holds` is true when it meets the target. */
export type Report = (what: string, measured: string, target: string, holds: boolean) => void;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
