/** A mistake in the command itself. */
export class UsageError extends Error {}

/** Something that the person at the keyboard can act on. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The exit codes, as `atrium --help` lists them. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  forbidden: 3,
  notFound: 4,
  invalid: 5,
  conflict: 6,
  unreachable: 7,
} as const;
