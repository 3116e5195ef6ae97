import type { LoadLibrary } from '#lib/threads/serve-tasks.ts';
import { authorMark } from './inline-css.ts';
import { MarkupFault, type MarkupRequest } from './transform.ts';

/** Compiles MJML. Throws a `MarkupFault` with the line of the source. */
export async function mjmlToHtml({ source, prefix }: MarkupRequest, load: LoadLibrary): Promise<string> {
  const { default: mjml2html } = await load(() => import('mjml'));
  const marked = source.replace(/<mj-style\b[^>]*(?<!\/)>/gi, `$&${authorMark}`);
  const { html, errors } = await mjml2html(marked, {
    validationLevel: 'soft',
    ignoreIncludes: true,
    keepComments: false,
    // Empty, because MJML would otherwise make every recipient load its default font from Google.
    fonts: {},
  });
  const fault = errors.find(({ message }) => !(message.includes(prefix) && message.includes('for type Color')));
  if (fault !== undefined) throw new MarkupFault(messageOf(fault, prefix), fault.line);
  return /<pre\b|white-space|<textarea\b/i.test(html) ? html : html.replace(/[ \t]*\n\s*/g, '\n');
}

function messageOf({ message, tagName }: { message: string; tagName: string }, prefix: string): string {
  if (message.includes(prefix)) {
    const attribute = message.match(/^Attribute (\S+)/)?.[1] ?? 'it';
    return `<${tagName}>: ${attribute} cannot contain Liquid, because MJML calculates with it. Write a fixed value.`;
  }
  return `<${tagName}>: ${message.trim()}.`;
}
