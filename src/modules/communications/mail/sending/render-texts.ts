import type { Context } from '#core/context.ts';
import type { CompiledContent } from '../content/thread/content-cache.ts';
import { compile, contentProblem } from './resolve-content.ts';

/** A mail needs a subject; this one has no variables and is not used. */
const subject = 'Text';

const isTemplate = (text: string): boolean => /\{\{|\{%/.test(text);

const compileText = (context: Context, text: string, field: string): Promise<CompiledContent> =>
  compile(context, { subject, text, format: 'text' }, field);

/**
 * Renders Liquid texts, without HTML, in the threads and with the limits of mails. A text without Liquid is returned as
 * it is. Throws an `AppError` that names `field`. The texts are rendered one after another, so that a text with
 * variables of its own does not change the next one, and a tenant with many texts has one task waiting for each call.
 */
export async function renderTexts(
  context: Context,
  texts: readonly string[],
  scope: Readonly<Record<string, unknown>>,
  field: string,
): Promise<string[]> {
  const results: string[] = [];
  for (const text of texts) results.push(isTemplate(text) ? await renderText(context, text, scope, field) : text);
  return results;
}

async function renderText(
  context: Context,
  source: string,
  scope: Readonly<Record<string, unknown>>,
  field: string,
): Promise<string> {
  const compiled = await compileText(context, source, field);
  try {
    return (await compiled.render(scope)).text;
  } catch (error) {
    throw contentProblem(error, field);
  }
}

/** Compiles Liquid texts. Throws an `AppError` that names `field` and the place of the error. */
export async function checkTexts(context: Context, texts: readonly string[], field: string): Promise<void> {
  for (const text of texts) if (isTemplate(text)) await compileText(context, text, field);
}
