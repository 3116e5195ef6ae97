import { TokenKind } from 'liquidjs';
import type { LoadLibrary } from '#lib/threads/serve-tasks.ts';
import { tokensOf } from './liquid/engine.ts';
import { protectMarkup } from './markup/protected-markup.ts';
import { MarkupFault } from './markup/transform.ts';
import { transformMarkup } from './markup/transform-markup.ts';
import { type ParsedContent, parseContent, sourcePart } from './parse-content.ts';
import { bodyStart, preheader } from './preheader.ts';
import { ContentError } from './template/content-error.ts';
import { limits } from './template/limits.ts';
import type { MailContent } from './template/mail-content.ts';

/**
 * Compiles a template once, so that each mail of a campaign is cheap to render. Throws a `ContentError`. Without html
 * and text, the mail is empty.
 */
export async function compileTemplates(content: MailContent, load: LoadLibrary): Promise<ParsedContent> {
  const { format, text, html } = content;
  const hasText = text !== undefined && text !== null && text !== '';
  if (format === 'text' && !hasText && html) {
    throw new ContentError('text', 'The format is text, but text is empty. Give text, or choose the format html.');
  }
  sourcePart('subject', 'subject', content.subject, 'text');
  if (hasText || !html) sourcePart('text', 'text', text ?? '', 'text');
  const common = { subject: content.subject, isTextDerived: false };
  if (format === 'text' || !html) return parseContent({ ...common, html: null, text: text ?? '' });
  const markup = await compileMarkup(html, content, !hasText, load);
  if (markup.html.length + (markup.text?.length ?? 0) > limits.preparedLength) {
    const message = `html: With its styles inlined, it is longer than ${limits.preparedLength} characters. Use fewer elements, and shorter CSS rules.`;
    throw new ContentError('html', message, true);
  }
  const isTextDerived = !hasText;
  return parseContent({ ...common, html: markup.html, text: (hasText ? text : markup.text) ?? '', isTextDerived });
}

interface Markup {
  readonly html: string;
  readonly text: string | null;
}

/** Compiles the Liquid templates of the html and, when requested, of the plain text. */
async function compileMarkup(
  source: string,
  content: MailContent,
  wantsText: boolean,
  load: LoadLibrary,
): Promise<Markup> {
  // Check the text as written first, so that errors name the author's lines.
  sourcePart('html', 'html', source, 'html');
  if (content.previewText) sourcePart('html', 'previewText', content.previewText, 'html');
  const format = formatOf(source, content.format);
  const markup = protectMarkup(source, format);
  const request = { source: markup.text, prefix: markup.prefix, format, wantsText };
  const result = await transformMarkup(request, load).catch((error: unknown) => {
    if (!(error instanceof MarkupFault)) throw error;
    const line = error.line === undefined ? '' : `, line ${markup.lineOf(error.line)}`;
    throw new ContentError('html', `html${line}: ${error.message}`, error.isLimit);
  });
  const { before, after } = markup;
  const start = bodyStart(result.html);
  const head = markup.restore(result.html.slice(0, start));
  const body = markup.restore(result.html.slice(start));
  const preview = content.previewText ? preheader(content.previewText) : '';
  return {
    html: `${before}${head}${preview}${body}${after}`,
    text: result.text === null ? null : `${before}${markup.restore(result.text)}${after}`,
  };
}

function formatOf(source: string, format: MailContent['format']): 'html' | 'mjml' {
  if (format === 'mjml') return format;
  if (!startsWithMjml(source)) return 'html';
  if (format !== 'html') return 'mjml';
  throw new ContentError('html', 'html, line 1: This is MJML, but the format is html. Choose the format mjml.');
}

/** Checks for `<mjml>`, which may follow Liquid tags. */
function startsWithMjml(source: string): boolean {
  const text = tokensOf(source).find((token) => token.kind === TokenKind.HTML && token.getText().trim() !== '');
  return text !== undefined && /^<mjml\b/i.test(text.getText().trimStart());
}
