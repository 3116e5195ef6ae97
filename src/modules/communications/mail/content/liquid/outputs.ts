import {
  type Arguments,
  type Context,
  type Emitter,
  type Output,
  type Template,
  TypeGuards,
  type Value,
} from 'liquidjs';
import type { MailContext } from './mail-context.ts';
import { isPrintable } from './print.ts';

type Escaper = (value: unknown) => string;

/**
 * `{{ contact.firstName }}`: a path without filters, the most frequent output. It bypasses the generators of liquidjs,
 * which take most of the time of a rendering.
 */
export class PlainOutput implements Template {
  readonly token: Output['token'];
  readonly #value: Value;
  readonly #path: readonly string[];
  readonly #escape: Escaper | undefined;

  constructor(output: Output, path: readonly string[], escaper: Escaper | undefined) {
    this.token = output.token;
    this.#value = output.value;
    this.#path = path;
    this.#escape = escaper;
  }

  render(context: Context, emitter: Emitter): void {
    const mail = context as MailContext;
    const value = mail.read(this.#path);
    if (!isPrintable(value)) mail.report(this.#path);
    else if (this.#escape === undefined || this.#isCaptured(mail, value)) emitter.write(value);
    else emitter.write(this.#escape(value));
  }

  *arguments(): Arguments {
    yield this.#value;
  }

  #isCaptured(context: MailContext, value: unknown): boolean {
    return this.#path.length === 1 && context.captured.get(this.#path[0] as string) === value;
  }
}

/** Text between tags. */
export class PlainText implements Template {
  readonly token: Template['token'];
  readonly #text: string;

  constructor(token: Template['token'], text: string) {
    this.token = token;
    this.#text = text;
  }

  render(_context: Context, emitter: Emitter): void {
    emitter.write(this.#text);
  }
}

/** The names in `{{ a.b['c'] }}`; undefined for all values that need evaluation. */
export function plainPath(value: Value): readonly string[] | undefined {
  const [token, ...others] = value.initial.postfix;
  if (token === undefined || others.length > 0 || !TypeGuards.isPropertyAccessToken(token)) return undefined;
  if (token.variable !== undefined) return undefined;
  const names = token.props.map((prop) => ('content' in prop ? prop.content : undefined));
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

/** Makes a value report its missing variables, unless it is a condition or has a default. */
export function reportMissing(value: Value): void {
  if (value.initial.postfix.length !== 1 || value.filters.some((filter) => filter.name === 'default')) return;
  const evaluate = value.value;
  value.value = function* (context, lenient) {
    const mail = context as MailContext;
    mail.reporting = true;
    try {
      return yield* evaluate.call(value, context, lenient);
    } finally {
      mail.reporting = false;
    }
  };
}
