import { LruMap } from '#lib/lru.ts';

/** A type (`contact.created`), one with wildcards (`contact.*`, `*.deleted`), or `*` for all. */
const wellFormed = /^(?:\*|(?:\*|[A-Za-z]\w*)(?:\.[\w*]+)+)$/;

const longestPattern = 200;
export const maxPatterns = 100;

export const isEventPattern = (text: string): boolean => text.length <= longestPattern && wellFormed.test(text);

/** Several stars in one word are refused at writing; patterns that were stored before still match. */
export const hasOneStarPerWord = (pattern: string): boolean => !/\*[^.]*\*/.test(pattern);

/** What happens to accounts: who signs in, from where. Records of a tenant's own model may begin with the same word. */
export const isAboutAccounts = (type: string): boolean =>
  type.startsWith('security.') && !/^security\.(?:created|updated|deleted|restored)$/.test(type);

/** Events about accounts are only for webhooks that name them: `security.*` or a full type, never a bare `*`. */
export const namesAccounts = (patterns: readonly string[]): boolean =>
  patterns.some((pattern) => pattern.startsWith('security.'));

const restoredEnd = '.restored';

/** One word of a pattern: its text, or the pieces around its stars. */
type Word = string | readonly string[];

interface Wildcard {
  readonly words: readonly Word[];
  /** It ends in `.*`, which also means all that follows. */
  readonly open: boolean;
  readonly accounts: boolean;
}

/** Webhooks with more pieces than these remember the answers for as many types. */
const expensive = 50;
const maxRemembered = 50;

/** The patterns of one webhook, compiled. */
export class EventPatterns {
  readonly #types: ReadonlySet<string>;
  readonly #wildcards: readonly Wildcard[];
  readonly #remembered: LruMap<string, boolean> | undefined;
  /** What one match may cost: the pieces that are looked for. */
  readonly cost: number;
  /** It names events about accounts. */
  readonly accounts: boolean;

  constructor(patterns: readonly string[]) {
    this.#types = new Set(patterns.filter((pattern) => !pattern.includes('*')));
    this.#wildcards = patterns.filter((pattern) => pattern.includes('*')).map(compile);
    this.accounts = namesAccounts(patterns);
    this.cost = this.#wildcards.reduce((sum, { words }) => sum + words.flat().length, 1);
    if (this.cost > expensive) this.#remembered = new LruMap(maxRemembered);
  }

  matches(type: string): boolean {
    if (this.#types.has(type)) return true;
    if (this.#wildcards.length === 0) return false;
    let matches = this.#remembered?.get(type);
    if (matches === undefined) {
      matches = this.#anyMatches(type);
      this.#remembered?.set(type, matches);
    }
    return matches;
  }

  /**
   * The event type that the webhook receives: that of the event, or `created` for a restore that the webhook did not ask for by name or
   * wildcard. Undefined when it asked for neither.
   */
  toldAs(type: string): string | undefined {
    if (this.matches(type)) return type;
    if (!type.endsWith(restoredEnd)) return undefined;
    const created = `${type.slice(0, -restoredEnd.length)}.created`;
    return this.matches(created) ? created : undefined;
  }

  #anyMatches(type: string): boolean {
    const given = wordsOf(type);
    const accounts = isAboutAccounts(type);
    return this.#wildcards.some((wildcard) => (wildcard.accounts || !accounts) && matchesAll(wildcard, given));
  }
}

function compile(pattern: string): Wildcard {
  const words = pattern.split('.').map((word) => (word.includes('*') ? word.split('*') : word));
  return { words, open: pattern === '*' || pattern.endsWith('.*'), accounts: pattern.startsWith('security.') };
}

/** Types come again and again, and every webhook needs their words. */
const splitTypes = new LruMap<string, readonly string[]>(2000);

function wordsOf(type: string): readonly string[] {
  let words = splitTypes.get(type);
  if (!words) {
    words = type.split('.');
    splitTypes.set(type, words);
  }
  return words;
}

function matchesAll({ words, open }: Wildcard, given: readonly string[]): boolean {
  if (open ? given.length < words.length : given.length !== words.length) return false;
  return words.every((word, n) => matchesWord(word, given[n] ?? ''));
}

/** Looks for the pieces between the stars one after the other, without going back. */
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

/** Whether one pattern matches. For many events, compile it. */
export const matchesEvent = (pattern: string, type: string): boolean =>
  pattern.length <= longestPattern && new EventPatterns([pattern]).matches(type);

const compiled = new LruMap<string, { version: string; patterns: EventPatterns }>(2000);

/** The patterns of a webhook, compiled once for each version of it. */
export function patternsOf(webhookId: string, version: string, events: readonly string[]): EventPatterns {
  let known = compiled.get(webhookId);
  if (known?.version !== version) {
    known = { version, patterns: new EventPatterns(events) };
    compiled.set(webhookId, known);
  }
  return known.patterns;
}
