import type { Arguments, Options } from './arguments.ts';

export interface Command {
  readonly name: string;
  /** The words after the name: `<model> [options]`. */
  readonly usage: string;
  readonly summary: string;
  /** Its own options and examples. */
  readonly help: string;
  readonly options: Options;
  run(given: Arguments): Promise<void>;
}

export const outputOptions = { json: { type: 'boolean' } } as const satisfies Options;
export const outputHelp = '  --json               JSON, also on a terminal; in a pipe it is always JSON';
