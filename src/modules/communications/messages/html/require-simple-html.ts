import { invalid } from '#core/errors.ts';
import { markupProblem } from './bound-markup.ts';

/** Refuses HTML that would take mail programs, and this server, too long to display. */
export function requireSimpleHtml(field: string, html: string): void {
  const problem = markupProblem(html);
  if (problem !== undefined) throw invalid(field, 'too_complex', problem);
}
