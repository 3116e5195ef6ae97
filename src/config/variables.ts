import { parseDurationMs } from '#lib/durations.ts';
import { StartupError } from '#lib/startup-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const unitBytes: Readonly<Record<string, number>> = { '': 1, KB: 1000, MB: 1_000_000, GB: 1_000_000_000 };

/**
 * Typed access to environment variables. An empty variable counts as absent; an invalid one throws a `StartupError`.
 */
export class Variables {
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    return this.#env[name] === '' ? undefined : this.#env[name];
  }

  /** The trimmed parts of a list that is separated by commas. */
  list(name: string): string[] | undefined {
    return this.text(name)
      ?.split(',')
      .map((part) => part.trim());
  }

  integer(name: string, defaultValue: number, { min, max }: { min: number; max: number }): number {
    const text = this.text(name);
    if (text === undefined) return defaultValue;
    const number = Number(text);
    if (!Number.isInteger(number) || number < min || number > max) {
      throw new StartupError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
    }
    return number;
  }

  boolean(name: string): boolean {
    return this.oneOf(name, 'false', ['true', 'false']) === 'true';
  }

  oneOf(name: string, defaultValue: string, allowed: readonly string[]): string {
    const text = this.text(name) ?? defaultValue;
    if (!allowed.includes(text)) throw new StartupError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`);
    return text;
  }

  durationMs(name: string, defaultValue: string): number {
    return durationMs(name, this.text(name) ?? defaultValue);
  }

  durationsMs(name: string, defaultValue: string): number[] {
    return (this.text(name) ?? defaultValue).split(',').map((part) => durationMs(name, part));
  }

  /** `100MB`, `2GB` or a number of bytes. */
  bytes(name: string, defaultValue: string, max: number): number {
    const text = this.text(name) ?? defaultValue;
    const [, count = '', unit = ''] = /^(\d{1,15})\s*(KB|MB|GB|)$/i.exec(text) ?? [];
    const bytes = Number(count || Number.NaN) * (unitBytes[unit.toUpperCase()] ?? Number.NaN);
    if (!(bytes >= 1 && bytes <= max))
      throw new StartupError(`${name} must be a size such as 100MB or 2GB, at most ${max} bytes, not "${text}".`);
    return bytes;
  }

  /** Matches the whole text; `must` completes the sentence "<name> must …". */
  matching(name: string, pattern: RegExp, must: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !pattern.test(text)) throw new StartupError(`${name} must ${must}`);
    return text;
  }
}

function durationMs(name: string, text: string): number {
  const ms = parseDurationMs(text);
  if (ms === undefined || ms === 0) {
    throw new StartupError(`${name} must be a duration such as 15m, 7d or a number of seconds, not "${text}".`);
  }
  return ms;
}
