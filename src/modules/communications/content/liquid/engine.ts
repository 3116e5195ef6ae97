import { Liquid, type LiquidOptions, Tokenizer, type TopLevelToken } from 'liquidjs';
import { escapeHtml } from '#lib/html.ts';
import { limits } from '../limits.ts';
import { registerFilters } from './filters.ts';
import { MailContext } from './mail-context.ts';
import { MailParser } from './mail-parser.ts';
import { operators } from './operators.ts';
import { print } from './print.ts';
import { renderTemplates } from './render-templates.ts';
import { registerTags } from './tags.ts';
import { variablesOf } from './variables.ts';

const options: LiquidOptions = {
  // No file is ever read: an empty mapping replaces the file system.
  templates: {},
  relativeReference: false,
  operators,
  ownPropertyOnly: true,
  strictFilters: true,
  memoryLimit: limits.filterMemory,
  preserveTimezones: true,
  timezoneOffset: 0,
  locale: 'en-US',
  dateFormat: '%B %-d, %Y',
};

function createEngine(more: LiquidOptions): Liquid {
  const liquid = new Liquid({ ...options, ...more });
  registerTags(liquid);
  registerFilters(liquid);
  // Tags call it through the engine. They accept results as well as generators.
  Object.assign(liquid.renderer, { renderTemplates });
  return liquid;
}

const engines = {
  html: createEngine({ outputEscape: (value: unknown) => escapeHtml(print(value)) }),
  text: createEngine({}),
};

export type Escaping = keyof typeof engines;

export interface LiquidTemplate {
  readonly variables: readonly (readonly string[])[];
  readonly tagCount: number;
  render(scope: object, timeMs: number): LiquidOutput;
}

interface LiquidOutput {
  readonly text: string;
  readonly missing: ReadonlySet<string>;
}

/** Tags, outputs and the text between them, with their positions. */
export const tokensOf = (source: string): TopLevelToken[] =>
  new Tokenizer(source, engines.text.options.operators).readTopLevelTokens(engines.text.options);

/**
 * Parses a template. It renders synchronously: nothing in a mail has to be waited for, and promises make liquidjs half as
 * slow again (`compile-templates.ts` has the numbers).
 */
export function parseLiquid(source: string, escaping: Escaping): LiquidTemplate {
  const liquid = engines[escaping];
  const parser = new MailParser(liquid);
  const templates = parser.parse(source);
  return {
    variables: variablesOf(templates),
    tagCount: parser.tagCount,
    render(scope, timeMs) {
      // A copy: {% increment %} writes into it.
      const context = new MailContext(Object.assign(Object.create(null), scope), liquid, timeMs);
      return { text: renderTemplates(templates, context), missing: context.missing };
    },
  };
}
