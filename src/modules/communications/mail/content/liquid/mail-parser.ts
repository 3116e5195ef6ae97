import {
  type Liquid,
  Output,
  ParseError,
  Parser,
  type Template,
  type TopLevelToken,
  TypeGuards,
  Value,
} from 'liquidjs';
import { limits } from '../template/limits.ts';
import { PlainOutput, PlainText, plainPath, reportMissing } from './outputs.ts';

/** Tags whose value the author expects to exist. */
const valueTags = new Set(['assign', 'echo']);

/** Parses with the limits of a mail template, and replaces outputs by faster ones. */
export class MailParser extends Parser {
  readonly #escape: ((value: unknown) => string) | undefined;
  #depth = 0;
  #tags = 0;

  constructor(liquid: Liquid) {
    super(liquid);
    this.#escape = liquid.options.outputEscape;
  }

  override parseTokens(tokens: TopLevelToken[]): Template[] {
    return super.parseTokens(new TokenQueue(tokens) as unknown as TopLevelToken[]);
  }

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser['parseToken']> {
    this.#depth += 1;
    this.#tags += 1;
    // Text between tags is counted too: there is at most one more piece than tags.
    if (this.#tags > limits.tags * 2 + 1) {
      this.#refuse(token, `There are more than ${limits.tags} Liquid tags. Split the template, or use a loop.`);
    }
    if (this.#depth > limits.nesting) {
      this.#refuse(token, `Tags are nested more than ${limits.nesting} deep. Use {% elsif %} or {% case %}.`);
    }
    const template = super.parseToken(token, rest);
    this.#depth -= 1;
    if (template instanceof Output) return this.#output(template) as Output;
    if (TypeGuards.isHTMLToken(token)) return new PlainText(token, token.getContent()) as unknown as Output;
    if (valueTags.has((template as { name?: string }).name ?? '')) {
      const { value } = template as unknown as { value?: Value };
      if (value instanceof Value) reportMissing(value);
    }
    return template;
  }

  #refuse(token: TopLevelToken, message: string): never {
    throw new ParseError(new Error(message), token);
  }

  #output(output: Output): Template {
    const { filters } = output.value;
    const isPlain = this.#escape === undefined ? filters.length === 0 : filters.length === 1 && !filters[0]?.raw;
    const path = isPlain ? plainPath(output.value) : undefined;
    if (path !== undefined) return new PlainOutput(output, path, this.#escape);
    reportMissing(output.value);
    return output;
  }
}

/**
 * A queue without `shift`, which moves all elements of a long array: 80,000 tokens took 6 s to parse. liquidjs needs no
 * other methods.
 */
class TokenQueue {
  readonly #tokens: readonly TopLevelToken[];
  #next = 0;

  constructor(tokens: readonly TopLevelToken[]) {
    this.#tokens = tokens;
  }

  get length(): number {
    return this.#tokens.length - this.#next;
  }

  shift(): TopLevelToken | undefined {
    const token = this.#tokens[this.#next];
    if (token !== undefined) this.#next += 1;
    return token;
  }
}
