import { Type } from 'typebox';
import { defineBlock } from './block.ts';
import { inlineMarkup } from './inline-markup.ts';

/**
 * Plain text. An empty line starts a paragraph, and lines with `- ` form a list. Links, bold and italics are written as
 * in Markdown.
 */
export const text = defineBlock({
  type: 'text',
  schema: Type.Object(
    { type: Type.Literal('text'), text: Type.String({ maxLength: 50_000 }) },
    { additionalProperties: false },
  ),
  render: ({ text: source }, { addresses }) =>
    source
      .split(/\r?\n[ \t]*\r?\n/)
      .filter((part) => part.trim() !== '')
      .map((part) => paragraph(part, (line) => inlineMarkup(line, addresses)))
      .join('\n'),
});

const listItem = /^[-*] /;

function paragraph(part: string, inline: (line: string) => string): string {
  const lines = part.split(/\r?\n/).map((line) => line.trim());
  if (lines.every((line) => listItem.test(line)))
    return `<ul>${lines.map((line) => `<li>${inline(line.slice(2))}</li>`).join('')}</ul>`;
  return `<p>${lines.map(inline).join('<br>')}</p>`;
}
