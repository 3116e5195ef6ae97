import { EmbeddedActionsParser, EOF, type IRecognitionException, type IToken, tokenLabel } from 'chevrotain';
import { FormulaError, type Span } from './formula-error.ts';
import type { Sign } from './functions/sign.ts';
import type { Syntax } from './syntax.ts';
import { readTextLiteral } from './text-literal.ts';
import { readTokens, tokens, tokenTypes } from './tokens.ts';

/** Maximum length of a number, which is more digits than a value can have. */
const maxNumberLength = 60;

/** Parses the text of a formula. Throws a FormulaError. */
export function readSyntax(text: string): Syntax {
  const found = readTokens(text);
  if (found.length === 0) throw new FormulaError('The formula is empty.', text, { position: 0, length: text.length });
  parser ??= new FormulaParser();
  const syntax = parser.read(text, found);
  const [error] = parser.errors;
  if (error) throw syntaxError(text, error);
  return syntax;
}

function syntaxError(text: string, { name, token, message }: IRecognitionException): FormulaError {
  const atEnd = token.tokenType === EOF;
  const found = atEnd ? 'the formula ends' : `there is ${token.image.slice(0, 40)}`;
  const wanted =
    name === 'NotAllInputParsedException'
      ? 'An operator or the end of the formula is expected'
      : name === 'MismatchedTokenException'
        ? `${message} is expected`
        : 'A value is expected, such as a field, a number, a text or a function';
  return new FormulaError(`${wanted}, but ${found} here.`, text, {
    position: atEnd ? text.length : token.startOffset,
    length: atEnd ? 0 : token.image.length,
  });
}

const capital = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);
const start = (one: IToken) => one.startOffset;
const end = (one: IToken) => one.startOffset + one.image.length;
const endOf = (syntax: Syntax) => syntax.position + syntax.length;

/**
 * The rules of the grammar. Operators from lowest to highest precedence: or, and, not, comparison, &, sum, product,
 * minus and !, power.
 */
class FormulaParser extends EmbeddedActionsParser {
  #text = '';

  constructor() {
    super(tokenTypes, {
      recoveryEnabled: false,
      errorMessageProvider: {
        buildMismatchTokenMessage: ({ expected }) => capital(tokenLabel(expected)),
        buildNotAllInputParsedMessage: () => '',
        buildNoViableAltMessage: () => '',
        buildEarlyExitMessage: () => '',
      },
    });
    this.performSelfAnalysis();
  }

  read(text: string, input: IToken[]): Syntax {
    this.#text = text;
    this.input = input;
    return this.formula();
  }

  formula = this.RULE('formula', (): Syntax => this.SUBRULE(this.disjunction));

  private disjunction = this.RULE('disjunction', (): Syntax => {
    const operands = [this.SUBRULE(this.conjunction)];
    this.MANY(() => {
      this.OR([{ ALT: () => this.CONSUME(tokens.Or) }, { ALT: () => this.CONSUME(tokens.OrSign) }]);
      operands.push(this.SUBRULE2(this.conjunction));
    });
    return this.ACTION(() => chain(operands, 'or'));
  });

  private conjunction = this.RULE('conjunction', (): Syntax => {
    const operands = [this.SUBRULE(this.negation)];
    this.MANY(() => {
      this.OR([{ ALT: () => this.CONSUME(tokens.And) }, { ALT: () => this.CONSUME(tokens.AndSign) }]);
      operands.push(this.SUBRULE2(this.negation));
    });
    return this.ACTION(() => chain(operands, 'and'));
  });

  private negation = this.RULE('negation', (): Syntax => {
    const signs: IToken[] = [];
    // `not(` is a function, so that `not(a) = b` compares its result.
    this.MANY({
      GATE: () => this.LA(2).tokenType !== tokens.Open,
      DEF: () => signs.push(this.CONSUME(tokens.Not)),
    });
    const operand = this.SUBRULE(this.comparison);
    return this.ACTION(() => prefixed(signs, operand));
  });

  private comparison = this.RULE('comparison', (): Syntax => {
    const operands = [this.SUBRULE(this.join)];
    const signs: Sign[] = [];
    this.OPTION(() => {
      const sign = this.OR([
        { ALT: () => this.CONSUME(tokens.Equal) },
        { ALT: () => this.CONSUME(tokens.Unequal) },
        { ALT: () => this.CONSUME(tokens.Order) },
      ]);
      signs.push(comparisonOf(sign));
      operands.push(this.SUBRULE2(this.join));
    });
    return this.ACTION(() => chain(operands, signs));
  });

  private join = this.RULE('join', (): Syntax => {
    const operands = [this.SUBRULE(this.sum)];
    this.MANY(() => {
      this.CONSUME(tokens.Join);
      operands.push(this.SUBRULE2(this.sum));
    });
    return this.ACTION(() => chain(operands, '&'));
  });

  private sum = this.RULE('sum', (): Syntax => {
    const operands = [this.SUBRULE(this.product)];
    const signs: Sign[] = [];
    this.MANY(() => {
      signs.push(this.CONSUME(tokens.Sum).image as Sign);
      operands.push(this.SUBRULE2(this.product));
    });
    return this.ACTION(() => chain(operands, signs));
  });

  private product = this.RULE('product', (): Syntax => {
    const operands = [this.SUBRULE(this.unary)];
    const signs: Sign[] = [];
    this.MANY(() => {
      signs.push(this.CONSUME(tokens.Product).image as Sign);
      operands.push(this.SUBRULE2(this.unary));
    });
    return this.ACTION(() => chain(operands, signs));
  });

  private unary = this.RULE('unary', (): Syntax => {
    const signs: IToken[] = [];
    this.MANY(() =>
      signs.push(this.OR([{ ALT: () => this.CONSUME(tokens.Sum) }, { ALT: () => this.CONSUME(tokens.NotSign) }])),
    );
    const operand = this.SUBRULE(this.power);
    return this.ACTION(() => prefixed(signs, operand));
  });

  private power = this.RULE('power', (): Syntax => {
    const operands = [this.SUBRULE(this.primary)];
    this.MANY(() => {
      this.CONSUME(tokens.Power);
      const signs: IToken[] = [];
      this.MANY2(() => signs.push(this.CONSUME(tokens.Sum)));
      const operand = this.SUBRULE2(this.primary);
      operands.push(this.ACTION(() => prefixed(signs, operand)));
    });
    // The operator is right-associative: 2 ^ 3 ^ 2 is 2 ^ (3 ^ 2).
    return this.ACTION(() => operands.reduceRight((right, left) => chain([left, right], '^')));
  });

  private primary = this.RULE(
    'primary',
    (): Syntax =>
      this.OR([
        { ALT: () => this.SUBRULE(this.literal) },
        { GATE: () => this.LA(2).tokenType === tokens.Open, ALT: () => this.SUBRULE(this.call) },
        { ALT: () => this.SUBRULE(this.field) },
        { ALT: () => this.SUBRULE(this.group) },
      ]),
  );

  private literal = this.RULE('literal', (): Syntax => {
    const found = this.OR([
      { ALT: () => this.CONSUME(tokens.Number) },
      { ALT: () => this.CONSUME(tokens.Text) },
      { ALT: () => this.CONSUME(tokens.True) },
      { ALT: () => this.CONSUME(tokens.False) },
      { ALT: () => this.CONSUME(tokens.Null) },
    ]);
    return this.ACTION(() => literalOf(found, this.#text));
  });

  /** Parses `name(a, b)`. `and`, `or` and `not` are functions too. */
  private call = this.RULE('call', (): Syntax => {
    const name = this.OR([
      { ALT: () => this.CONSUME(tokens.Identifier) },
      { ALT: () => this.CONSUME(tokens.And) },
      { ALT: () => this.CONSUME(tokens.Or) },
      { ALT: () => this.CONSUME(tokens.Not) },
    ]);
    const operands: Syntax[] = [];
    this.CONSUME(tokens.Open);
    this.MANY_SEP({ SEP: tokens.Comma, DEF: () => operands.push(this.SUBRULE(this.disjunction)) });
    const close = this.CONSUME(tokens.Close);
    return this.ACTION(() => ({
      kind: 'call',
      name: name.image,
      nameLength: name.image.length,
      operands,
      ...between(start(name), end(close)),
    }));
  });

  private field = this.RULE('field', (): Syntax => {
    const names = [this.CONSUME(tokens.Identifier)];
    this.MANY(() => {
      this.CONSUME(tokens.Dot);
      names.push(this.CONSUME2(tokens.Identifier));
    });
    const path = names.map(({ image }) => image);
    const span = this.ACTION(() => between(start(names[0] as IToken), end(names.at(-1) as IToken)));
    return { kind: 'field', path, ...span };
  });

  private group = this.RULE('group', (): Syntax => {
    const open = this.CONSUME(tokens.Open);
    const inner = this.SUBRULE(this.disjunction);
    const close = this.CONSUME(tokens.Close);
    return this.ACTION(() => ({ ...inner, ...between(start(open), end(close)) }));
  });
}

function comparisonOf({ tokenType, image }: IToken): Sign {
  if (tokenType === tokens.Equal) return '=';
  return tokenType === tokens.Unequal ? '!=' : (image as Sign);
}

const between = (from: number, to: number): Span => ({ position: from, length: to - from });

/** Creates a chain, unless there is only one operand. A single sign applies between all operands. */
function chain(operands: readonly Syntax[], sign: Sign | readonly Sign[]): Syntax {
  const signs = typeof sign === 'string' ? operands.slice(1).map(() => sign) : sign;
  const [first] = operands;
  const last = operands.at(-1);
  if (first === undefined || last === undefined || operands.length === 1) return first as Syntax;
  return { kind: 'chain', signs, operands, ...between(first.position, endOf(last)) };
}

/** Applies prefix signs. The innermost sign is the last one. A plus changes nothing. */
function prefixed(signs: readonly IToken[], operand: Syntax): Syntax {
  let result = operand;
  for (const { image, startOffset } of signs.toReversed()) {
    const span = between(startOffset, endOf(result));
    if (image !== '+') result = { kind: 'prefix', sign: image === '-' ? '-' : 'not', operand: result, ...span };
  }
  return result;
}

function literalOf({ tokenType, image, startOffset }: IToken, formula: string): Syntax {
  const span = { position: startOffset, length: image.length };
  if (tokenType === tokens.Null) return { kind: 'null', ...span };
  if (tokenType === tokens.Text) return { kind: 'text', text: readTextLiteral(image, formula, startOffset), ...span };
  if (tokenType !== tokens.Number) return { kind: 'boolean', value: tokenType === tokens.True, ...span };
  if (image.length > maxNumberLength)
    throw new FormulaError(`A number has at most ${maxNumberLength} digits.`, formula, span);
  return { kind: 'number', digits: image, ...span };
}

/**
 * The parser is created for the first formula. It takes some milliseconds, which a process without formulas does not
 * spend.
 */
let parser: FormulaParser | undefined;
