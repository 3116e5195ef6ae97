import { createToken, type IToken, Lexer, type TokenType } from 'chevrotain';
import { FormulaError } from './formula-error.ts';
import { maxDepth, maxFormulaLength, maxTokens } from './values/limits.ts';

const token = (name: string, pattern: RegExp | string, label: string): TokenType =>
  createToken({ name, pattern, label });

const Identifier = token('Identifier', /[A-Za-z_]\w*/, 'a name');
const keyword = (name: string, pattern: RegExp): TokenType =>
  createToken({ name, pattern, label: name.toLowerCase(), longer_alt: Identifier });

export const tokens = {
  Blank: createToken({ name: 'Blank', pattern: /\s+/, group: Lexer.SKIPPED, line_breaks: true }),
  Comment: createToken({ name: 'Comment', pattern: /\/\*[\s\S]*?\*\//, group: Lexer.SKIPPED, line_breaks: true }),
  Number: token('Number', /\d+(?:\.\d+)?|\.\d+/, 'a number'),
  Text: createToken({
    name: 'Text',
    pattern: /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/,
    label: 'a text',
    line_breaks: true,
  }),
  True: keyword('True', /true/i),
  False: keyword('False', /false/i),
  Null: keyword('Null', /null/i),
  And: keyword('And', /and/i),
  Or: keyword('Or', /or/i),
  Not: keyword('Not', /not/i),
  Identifier,
  AndSign: token('AndSign', '&&', '&&'),
  OrSign: token('OrSign', '||', '||'),
  Equal: token('Equal', /==?/, '='),
  Unequal: token('Unequal', /!=|<>/, '!='),
  Order: token('Order', /<=|>=|<|>/, '<'),
  NotSign: token('NotSign', '!', '!'),
  Join: token('Join', '&', '&'),
  Sum: token('Sum', /[+-]/, '+'),
  Product: token('Product', /[*/%]/, '*'),
  Power: token('Power', '^', '^'),
  Open: token('Open', '(', '('),
  Close: token('Close', ')', ')'),
  Comma: token('Comma', ',', ','),
  Dot: token('Dot', '.', '.'),
} as const satisfies Record<string, TokenType>;

export const tokenTypes: TokenType[] = Object.values(tokens);

const lexer = new Lexer(tokenTypes, { positionTracking: 'onlyOffset', ensureOptimizations: false });

/** Reads the tokens of a formula within its limits. */
export function readTokens(text: string): IToken[] {
  // Check the length first, because nothing else may read a text of unlimited length.
  if (text.length > maxFormulaLength)
    throw new FormulaError(`A formula has at most ${maxFormulaLength.toLocaleString('en')} characters.`, '', {
      position: 0,
      length: 0,
    });
  refuseBadCharacters(text);
  const { tokens: found, errors } = lexer.tokenize(text);
  const [error] = errors;
  if (error) throw new FormulaError(unreadable(text, error.offset), text, { position: error.offset, length: 1 });
  const [last] = found.slice(maxTokens);
  if (last)
    throw new FormulaError(`A formula has at most ${maxTokens.toLocaleString('en')} words and signs.`, text, {
      position: last.startOffset,
      length: last.image.length,
    });
  refuseDepth(text, found);
  return found;
}

/** Refuses characters that PostgreSQL cannot store. */
function refuseBadCharacters(text: string): void {
  const nul = text.indexOf('\0');
  if (nul >= 0) throw new FormulaError('A formula has no NUL character.', text, { position: nul, length: 1 });
  if (text.isWellFormed()) return;
  const position = text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  throw new FormulaError('A formula is well-formed Unicode.', text, { position, length: 1 });
}

function refuseDepth(text: string, found: readonly IToken[]): void {
  let depth = 0;
  for (const { tokenType, startOffset } of found) {
    if (tokenType === tokens.Open) depth += 1;
    if (tokenType === tokens.Close) depth -= 1;
    if (depth > maxDepth)
      throw new FormulaError(`A formula has at most ${maxDepth} levels of parentheses.`, text, {
        position: startOffset,
        length: 1,
      });
  }
}

function unreadable(text: string, offset: number): string {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (character === '"' || character === "'") return `The text that begins here has no closing ${character}.`;
  if (character === ';') return 'Arguments are separated by commas, not by ;.';
  if ('“”„‘’«»'.includes(character)) return `Write a text in straight quotes, " or ', not in ${character}.`;
  return `The character ${character} is not allowed here.`;
}
