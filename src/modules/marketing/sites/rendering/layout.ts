import { Liquid } from 'liquidjs';
import { escapeHtml } from '#lib/html.ts';

/** HTML that is inserted into a layout as it is. */
export class SafeHtml {
  readonly #html: string;
  constructor(html: string) {
    this.#html = html;
  }
  toString(): string {
    return this.#html;
  }
}

/** Layouts are written by tenants and rendered in the process that serves everyone: these bound what one can cost. */
const limits = { renderMs: 500, characters: 1_000_000 };

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

/** Throws an error that names the line. */
export function compileLayout(source: string): Layout {
  const template = liquid.parse(source);
  return (scope) => liquid.renderSync(template, Object.assign(Object.create(null), scope));
}
