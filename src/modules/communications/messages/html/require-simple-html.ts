import { invalid } from '#core/errors.ts';
import { markupProblem } from './bound-markup.ts';

/** Refuses HTML that takes mail programs, and this server, long to show. */
export function requireSimpleHtml(field: string, html: string): void {
  const problem = markupProblem(html);
  if (problem !== undefined) throw invalid(field, 'too_complex', problem);
}
