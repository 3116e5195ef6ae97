import { TokenKind, type TopLevelToken } from 'liquidjs';
import { lineAt } from './line-at.ts';

interface LiquidBounds {
  /** The maximum of tags and outputs in a template. */
  readonly tags: number;
  /** The maximum of operands in one tag: values, names, filters, arguments, parts of paths and ends of ranges. */
  readonly tagOperands: number;
  /** The maximum of operands in all tags of a template. */
  readonly operands: number;
}

interface LiquidSize {
  readonly tags: number;
  readonly operands: number;
}

/** Thrown when a template exceeds a bound. */
export class LiquidSizeError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Words between operands. They are cheap, but a tag could consist of nothing else. */
const operatorWords = new Set(['and', 'or', 'not', 'contains', 'in']);
/** The maximum of operators and punctuation in a tag for each operand that it may have. */
const symbolsPerOperand = 5;

/**
 * Estimates the cost of parsing in one pass over the text: a condition with 190,000 operands is one tag, and takes
 * seconds and several hundred megabytes to parse. Throws a `LiquidSizeError` at the first bound that is exceeded.
 */
export function measureLiquid(source: string, tokens: readonly TopLevelToken[], bounds: LiquidBounds): LiquidSize {
  const fail = (offset: number, message: string): never => {
    throw new LiquidSizeError(lineAt(source, offset), message);
  };
  let tags = 0;
  let operands = 0;
  let inComment = false;
  for (const token of tokens) {
    const name = token.kind === TokenKind.Tag ? (token as unknown as { name: string }).name : undefined;
    if (name === undefined && token.kind !== TokenKind.Output) continue;
    tags += 1;
    if (tags > bounds.tags)
      fail(token.begin, `There are more than ${bounds.tags} Liquid tags. Split the template, or use a loop.`);
    if (name === 'endcomment') inComment = false;
    // Comments are not parsed.
    if (inComment || name === '#') continue;
    if (name === 'comment') inComment = true;
    const text = source.slice(token.begin, token.end);
    // {% liquid %} contains one tag on each line.
    for (const [line, part] of (name === 'liquid' ? text.split('\n') : [text]).entries()) {
      const count = countOperands(part, bounds.tagOperands);
      const at = token.begin + (line === 0 ? 0 : nthLineBreak(text, line));
      if (count > bounds.tagOperands)
        fail(
          at,
          `The tag has more than ${bounds.tagOperands} values, filters and parts of names. Split it with {% assign %} or {% case %}.`,
        );
      operands += count;
      if (operands > bounds.operands)
        fail(
          at,
          `All Liquid tags together have more than ${bounds.operands} values, filters and parts of names. Split the template, or use a loop.`,
        );
    }
  }
  return { tags, operands };
}

/** Counts the operands of one tag. Returns a number above `max` when there are more, or far too many operators. */
function countOperands(text: string, max: number): number {
  let operands = 0;
  let symbols = 0;
  const unclosed = new Set<string>();
  for (let at = 0; at < text.length && operands <= max; ) {
    const char = text[at] as string;
    if ((char === '"' || char === "'") && !unclosed.has(char)) {
      const end = text.indexOf(char, at + 1);
      if (end === -1) unclosed.add(char);
      at = end === -1 ? at + 1 : end + 1;
      operands += 1;
    } else if (isWordCharacter(text.charCodeAt(at))) {
      const from = at;
      while (at < text.length && isWordCharacter(text.charCodeAt(at))) at += 1;
      if (at - from <= 8 && operatorWords.has(text.slice(from, at))) symbols += 1;
      else operands += 1;
    } else {
      if (char.trim() !== '') symbols += 1;
      at += 1;
    }
    if (symbols > max * symbolsPerOperand) return max + 1;
  }
  return operands;
}

/** True for letters, digits, `_` and `-`, and for everything outside of ASCII. */
const isWordCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code > 127;

function nthLineBreak(text: string, n: number): number {
  let at = -1;
  for (let i = 0; i < n; i += 1) at = text.indexOf('\n', at + 1);
  return at + 1;
}
