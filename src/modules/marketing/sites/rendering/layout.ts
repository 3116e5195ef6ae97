import { Liquid, Tokenizer } from 'liquidjs';
import { AppError } from '#core/errors.ts';
import { escapeHtml } from '#lib/html.ts';
import { LiquidSizeError, measureLiquid } from '#lib/liquid-size.ts';

/** Trusted HTML, which a layout does not escape. */
export class SafeHtml {
  readonly #html: string;
  constructor(html: string) {
    this.#html = html;
  }
  toString(): string {
    return this.#html;
  }
}

/** Limits of one layout: tenants write layouts, and the process that serves everybody renders them. */
const limits = { renderMs: 200, characters: 1_000_000, tags: 2000, tagOperands: 200, operands: 10_000 };

const liquid = new Liquid({
  // No file is ever read: an empty mapping replaces the file system.
  templates: {},
  relativeReference: false,
  ownPropertyOnly: true,
  strictFilters: true,
  parseLimit: 200_000,
  renderLimit: limits.renderMs,
  memoryLimit: limits.characters,
  timezoneOffset: 0,
  outputEscape: (value: unknown) => (value instanceof SafeHtml ? value.toString() : escapeHtml(printed(value))),
});

const printed = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

export type Layout = (scope: Readonly<Record<string, unknown>>) => string;

/** Compiles a layout. An error names the line. */
export function compileLayout(source: string): Layout {
  requireSmall(source);
  const template = liquid.parse(source);
  return (scope) => liquid.renderSync(template, Object.assign(Object.create(null), scope));
}

/** Checks the number of values in the tags, because the time and memory of parsing depend on it. */
function requireSmall(source: string): void {
  const tokens = new Tokenizer(source, liquid.options.operators).readTopLevelTokens(liquid.options);
  try {
    measureLiquid(source, tokens, limits);
  } catch (error) {
    throw error instanceof LiquidSizeError ? new Error(`line ${error.line}: ${error.message}`) : error;
  }
}

/** Compiles a layout and puts its name into errors. */
export function namedLayout(name: string, source: string): Layout {
  const failed = (error: unknown) =>
    new AppError('conflict', `The layout ${name} cannot be rendered: ${(error as Error).message}. Correct the layout.`);
  try {
    const layout = compileLayout(source);
    return (scope) => {
      try {
        return layout(scope);
      } catch (error) {
        throw failed(error);
      }
    };
  } catch (error) {
    throw failed(error);
  }
}
