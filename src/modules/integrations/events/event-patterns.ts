import { LruMap } from '#lib/lru.ts';

/** A type (`contact.created`), a type with wildcards (`contact.*`, `*.deleted`), or `*` for all. */
const wellFormed = /^(?:\*|(?:\*|[A-Za-z]\w*)(?:\.[\w*]+)+)$/;

const maxPatternLength = 200;
export const maxPatterns = 100;

export const isEventPattern = (text: string): boolean => text.length <= maxPatternLength && wellFormed.test(text);

/** Patterns with several stars in a word are refused when they are written; stored ones still match. */
export const hasOneStarPerWord = (pattern: string): boolean => !/\*[^.]*\*/.test(pattern);

/** Events about accounts, such as sign-ins. Events of a tenant's own model may start with `security.` too. */
export const isAccountEvent = (type: string): boolean =>
  type.startsWith('security.') && !/^security\.(?:created|updated|deleted|restored)$/.test(type);

/** A webhook gets events about accounts only when it names them: `security.*` or a full type, never a bare `*`. */
export const namesAccountEvents = (patterns: readonly string[]): boolean =>
  patterns.some((pattern) => pattern.startsWith('security.'));

const restoredSuffix = '.restored';

/** A word of a pattern: its text, or the pieces between its stars. */
type Word = string | readonly string[];

interface Wildcard {
  readonly words: readonly Word[];
  /** True when the pattern ends in `.*`, which matches any number of further words. */
  readonly openEnded: boolean;
  readonly accountEvents: boolean;
}

/** Webhooks whose patterns cost more than this cache the result for the last 50 types. */
const minCachedCost = 50;
const maxCached = 50;

/** The patterns of one webhook, compiled. */
export class EventPatterns {
  readonly #types: ReadonlySet<string>;
  readonly #wildcards: readonly Wildcard[];
  readonly #cache: LruMap<string, boolean> | undefined;
  /** The maximum cost of one match: the number of pieces to search for. */
  readonly cost: number;
  /** True when a pattern names events about accounts. */
  readonly accountEvents: boolean;

  constructor(patterns: readonly string[]) {
    this.#types = new Set(patterns.filter((pattern) => !pattern.includes('*')));
    this.#wildcards = patterns.filter((pattern) => pattern.includes('*')).map(compile);
    this.accountEvents = namesAccountEvents(patterns);
    this.cost = this.#wildcards.reduce((sum, { words }) => sum + words.flat().length, 1);
    if (this.cost > minCachedCost) this.#cache = new LruMap(maxCached);
  }

  matches(type: string): boolean {
    if (this.#types.has(type)) return true;
    if (this.#wildcards.length === 0) return false;
    let matches = this.#cache?.get(type);
    if (matches === undefined) {
      matches = this.#anyMatches(type);
      this.#cache?.set(type, matches);
    }
    return matches;
  }

  /**
   * The event type that the webhook receives: the type of the event, or `created` for a restore that no pattern
   * matches. Undefined when no pattern matches either of them.
   */
  deliveredType(type: string): string | undefined {
    if (this.matches(type)) return type;
    if (!type.endsWith(restoredSuffix)) return undefined;
    const created = `${type.slice(0, -restoredSuffix.length)}.created`;
    return this.matches(created) ? created : undefined;
  }

  #anyMatches(type: string): boolean {
    const words = wordsOf(type);
    const isAccount = isAccountEvent(type);
    return this.#wildcards.some((wildcard) => (wildcard.accountEvents || !isAccount) && matchesAll(wildcard, words));
  }
}

function compile(pattern: string): Wildcard {
  const words = pattern.split('.').map((word) => (word.includes('*') ? word.split('*') : word));
  return {
    words,
    openEnded: pattern === '*' || pattern.endsWith('.*'),
    accountEvents: pattern.startsWith('security.'),
  };
}

/** The words of recent types, because the same types occur often, and every webhook needs their words. */
const splitTypes = new LruMap<string, readonly string[]>(2000);

function wordsOf(type: string): readonly string[] {
  let words = splitTypes.get(type);
  if (!words) {
    words = type.split('.');
    splitTypes.set(type, words);
  }
  return words;
}

function matchesAll({ words, openEnded }: Wildcard, given: readonly string[]): boolean {
  if (openEnded ? given.length < words.length : given.length !== words.length) return false;
  return words.every((word, n) => matchesWord(word, given[n] ?? ''));
}

/** Searches for the pieces between the stars one after the other, without backtracking. */
function matchesWord(pattern: Word, word: string): boolean {
  if (typeof pattern === 'string') return pattern === word;
  const first = pattern[0] as string;
  const last = pattern.at(-1) as string;
  if (word.length < first.length + last.length || !word.startsWith(first) || !word.endsWith(last)) return false;
  let at = first.length;
  for (let n = 1; n < pattern.length - 1; n += 1) {
    const piece = pattern[n] as string;
    const found = word.indexOf(piece, at);
    if (found < 0 || found + piece.length > word.length - last.length) return false;
    at = found + piece.length;
  }
  return true;
}

/** True when a pattern matches a type. It compiles the pattern each time. */
export const matchesEvent = (pattern: string, type: string): boolean =>
  pattern.length <= maxPatternLength && new EventPatterns([pattern]).matches(type);

const compiled = new LruMap<string, { version: string; patterns: EventPatterns }>(2000);

/** The patterns of a webhook, compiled once for each version of it. */
export function patternsOf(webhookId: string, version: string, events: readonly string[]): EventPatterns {
  let cached = compiled.get(webhookId);
  if (cached?.version !== version) {
    cached = { version, patterns: new EventPatterns(events) };
    compiled.set(webhookId, cached);
  }
  return cached.patterns;
}
