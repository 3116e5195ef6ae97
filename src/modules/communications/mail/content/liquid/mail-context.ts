import { Context, Drop, type Liquid } from 'liquidjs';
import { limits } from '../template/limits.ts';
import type { RenderClock } from './render-clock.ts';

/** Limits the missing names that are kept, because hostile loops can produce any number of them. */
const maxMissing = 100;
const maxMissingLength = 200;

/** Properties of `forloop` and `tablerowloop` that a template may read. These are the only objects with methods. */
const loopProperties = new Set(
  'length index index0 rindex rindex0 first last name row col col0 col_first col_last'.split(' '),
);

type Key = string | number;

/** Members of liquidjs' Context that only its types declare private. */
interface Scopes {
  findScope(key: Key): object;
  readonly scopes: readonly object[];
}

/**
 * The state of one rendering. It reads only data: own properties, no functions, no prototypes. It collects variables
 * without a value, and counts the characters written.
 */
export class MailContext extends Context {
  /**
   * True while a value is evaluated that the author expects to exist, so not in a condition and not before `| default`.
   */
  reporting = false;
  readonly missing = new Set<string>();
  /** Results of {% capture %}, which are escaped already. */
  readonly captured = new Map<string, string>();
  readonly #clock: RenderClock;
  #written = 0;
  #ticks = 0;

  constructor(scope: object, liquid: Liquid, clock: RenderClock, parent?: MailContext) {
    super(scope, liquid.options, { sync: true }, { liquid, ...(parent && { memoryLimit: parent.memoryLimit }) });
    this.#clock = clock;
  }

  /** Called for each tag and each piece of text. It reads the clock on every 32nd call. */
  tick(): void {
    this.#ticks += 1;
    if (this.#ticks % 32 === 0) this.checkTime();
  }

  /** Counts output, including captured text, so that nested captures cannot grow without limit. */
  count(length: number): void {
    this.#written += length;
    if (this.#written > limits.outputLength) throw new Error('output limit exceeded');
  }

  /** Filters such as `where` evaluate each item in their own context. */
  override spawn(scope: object = {}): Context {
    this.checkTime();
    return new MailContext(scope, this.liquid, this.#clock, this);
  }

  override _get(path: Key[]): IterableIterator<unknown> {
    this.checkTime();
    // liquidjs accepts iterators and plain values alike.
    return this.read(path) as IterableIterator<unknown>;
  }

  override _getFromScope(scope: unknown, path: Key[] | string): IterableIterator<unknown> {
    this.checkTime();
    const keys = typeof path === 'string' ? path.split('.') : path;
    let value = scope;
    for (const key of keys) value = this.readProperty(value, key);
    return value as IterableIterator<unknown>;
  }

  /** Returns the value of a variable. Reports a missing value when `reporting` is set. */
  read(path: readonly Key[]): unknown {
    const root = path[0] as Key;
    let value: unknown = (this as unknown as Scopes).findScope(root);
    for (const key of path) value = this.readProperty(value, key);
    if (this.reporting && (value === null || value === undefined)) this.report(path);
    return value;
  }

  /** Skip a bare name that the template itself assigned: its value was reported when it was assigned. */
  report(path: readonly Key[]): void {
    if (path.length === 1 && (this as unknown as Scopes).scopes.some((scope) => (path[0] as Key) in scope)) return;
    if (this.missing.size < maxMissing) this.missing.add(path.join('.').slice(0, maxMissingLength));
  }

  override readProperty(from: unknown, key: unknown): unknown {
    if (from === null || from === undefined) return undefined;
    if (from instanceof Drop)
      return loopProperties.has(String(key)) ? super.readProperty(from, String(key)) : undefined;
    if (typeof key !== 'string' && typeof key !== 'number') return undefined;
    if (Array.isArray(from) && typeof key === 'number' && key < 0) return dataOf(from, from.length + key);
    if (Object.hasOwn(Object(from), key)) return dataOf(from, key);
    if (key === 'size') return sizeOf(from);
    if (!Array.isArray(from)) return undefined;
    if (key === 'first') return dataOf(from, 0);
    return key === 'last' ? dataOf(from, from.length - 1) : undefined;
  }

  /** Checks the time inside tags too, unlike liquidjs: one condition can compare long lists a thousand times. */
  checkTime(): void {
    this.#clock.check();
  }
}

function dataOf(from: unknown, key: Key): unknown {
  const value = Object.hasOwn(Object(from), key) ? (from as Record<Key, unknown>)[key] : undefined;
  return typeof value === 'function' ? undefined : value;
}

function sizeOf(from: unknown): number | undefined {
  if (typeof from === 'string' || Array.isArray(from)) return from.length;
  return typeof from === 'object' && from !== null ? Object.keys(from).length : undefined;
}
