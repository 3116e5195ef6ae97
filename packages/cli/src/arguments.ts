import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './command-error.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** The words after the name of the command. */
export class Arguments {
  readonly positionals: readonly string[];
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(words: readonly string[], options: Options) {
    try {
      const { values, positionals } = parseArgs({
        args: joinValues(words, options),
        options,
        allowPositionals: true,
        strict: true,
      });
      this.positionals = positionals;
      this.#values = values;
    } catch (error) {
      // Its first sentence names the option; the rest is about the library.
      throw new UsageError((error as Error).message.split(/\. |\n/)[0] as string);
    }
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    if (value === '') throw new UsageError(`--${name} needs a value`);
    return value as string | undefined;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  /** The values of an option that may be given several times, each of which may be a list with commas. */
  words(name: string): string[] | undefined {
    const values = this.#values[name] as string | readonly string[] | undefined;
    if (values === undefined) return undefined;
    return [values].flat().flatMap((value) =>
      value
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    );
  }

  /** The values of an option as they were given. */
  texts(name: string): readonly string[] {
    return (this.#values[name] as readonly string[] | undefined) ?? [];
  }

  integer(name: string, min = 0): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d+$/.test(value) || Number(value) < min)
      throw new UsageError(`--${name} must be a whole number of at least ${min}`);
    return Number(value);
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    if (value === undefined || choices.includes(value as Choice)) return value as Choice | undefined;
    throw new UsageError(`--${name} must be ${choices.join(', ')}, not ${value}`);
  }

  /** The positional word with this number, which must be there. */
  required(position: number, name: string): string {
    const word = this.positionals[position];
    if (word === undefined) throw new UsageError(`<${name}> is missing`);
    return word;
  }

  requireAtMost(count: number): void {
    const extra = this.positionals[count];
    if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
  }
}

/** `--sort -createdAt` becomes `--sort=-createdAt`, which parseArgs takes as a value and not as an option. */
function joinValues(words: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (let n = 0; n < words.length; n += 1) {
    const word = words[n] as string;
    const next = words[n + 1];
    if (word === '--') return [...joined, ...words.slice(n)];
    const takesValue = word.startsWith('--') && options[word.slice(2)]?.type === 'string';
    if (takesValue && next !== undefined && !isOption(next, options)) {
      joined.push(`${word}=${next}`);
      n += 1;
    } else joined.push(word);
  }
  return joined;
}

const isOption = (word: string, options: Options): boolean =>
  word.startsWith('--') && (word.slice(2).split('=')[0] ?? '') in options;
