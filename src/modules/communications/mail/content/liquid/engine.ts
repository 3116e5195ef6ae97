import { Liquid, type LiquidOptions, Tokenizer, type TopLevelToken } from 'liquidjs';
import { escapeHtml } from '#lib/html.ts';
import { measureLiquid } from '#lib/liquid-size.ts';
import { limits } from '../template/limits.ts';
import { registerFilters } from './filters.ts';
import { MailContext } from './mail-context.ts';
import { MailParser } from './mail-parser.ts';
import { operators } from './operators.ts';
import { print } from './print.ts';
import type { RenderClock } from './render-clock.ts';
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
  /** The approximate memory of the template. */
  readonly bytes: number;
  render(scope: object, clock: RenderClock): LiquidOutput;
}

interface LiquidOutput {
  readonly text: string;
  readonly missing: ReadonlySet<string>;
}

/** Tags, outputs and the text between them, with their positions. */
export const tokensOf = (source: string): TopLevelToken[] =>
  new Tokenizer(source, engines.text.options.operators).readTopLevelTokens(engines.text.options);

/** Measured with Node 24: heap of parsed templates with many tags, and of tags with many operands. */
const bytesOf = { tag: 800, operand: 450 };

/**
 * Parses a template, after its size was checked: throws a `LiquidSizeError`. It renders synchronously, because nothing
 * in a mail is asynchronous and promises make liquidjs half as slow again (`parse-content.ts` has the numbers).
 */
export function parseLiquid(source: string, escaping: Escaping): LiquidTemplate {
  const liquid = engines[escaping];
  const tokens = tokensOf(source);
  const size = measureLiquid(source, tokens, {
    tags: limits.tags,
    tagOperands: limits.tagOperands,
    operands: limits.operands,
  });
  const templates = new MailParser(liquid).parseTokens(tokens);
  return {
    variables: variablesOf(templates),
    // Text counts twice, because it is kept as the source and in pieces.
    bytes: source.length * 2 + size.tags * bytesOf.tag + size.operands * bytesOf.operand,
    render(scope, clock) {
      // Copy the scope, because {% increment %} writes into it.
      const context = new MailContext(Object.assign(Object.create(null), scope), liquid, clock);
      return { text: renderTemplates(templates, context), missing: context.missing };
    },
  };
}
