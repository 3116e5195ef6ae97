import { escapeHtml } from '#lib/html.ts';
import { storable } from '../storable.ts';
import { boundMarkup } from './bound-markup.ts';
import { foldQuoted, foldQuotedHtml } from './fold-quoted.ts';
import { plainText } from './plain-text.ts';
import { mentionsRemoteStyles, sanitizeMailHtml } from './sanitize-mail-html.ts';
import { shownText } from './shown-text.ts';

/** The stored texts of a mail. */
export interface MailTexts {
  readonly html: string | null;
  readonly text: string | null;
}

/** The texts of a mail for display: safe, and without the quoted text of earlier messages. */
export interface ShownMail extends MailTexts {
  readonly quotedHtml: string | null;
  readonly quotedText: string | null;
  /** The text of the HTML, for a mail without its own plain text. */
  readonly htmlText: string | null;
  readonly quotedHtmlText: string | null;
  readonly hasRemoteContent: boolean;
  /** True when the HTML was too complex, so some or all of its formatting is left out. */
  readonly simplified: boolean;
}

/** Increase it with every change of the rendering: mails stored with another version are rendered again when they are opened. */
export const shownVersion = 1;

/**
 * Limit of the rendered HTML. Escaping makes a mail several times as long, and sending a longer one would slow the
 * server at every opening.
 */
const maxShown = 1_500_000;
/** Longer mails are cut, because this text is only shown while the mail is folded, and when it is forwarded. */
const maxTextSource = 200_000;
/** A placeholder prefix that occurs in no mail, because a mail contains no Liquid tags. */
export const noTemplate = 'zqnotemplatezq';

/**
 * Renders a mail for display. Hostile mails make it slow, so it runs in the thread that reads mail, with a deadline.
 */
export async function showMail({ html, text }: MailTexts): Promise<ShownMail> {
  const ofText = shownParts(text);
  if (html === null) return { ...noHtml, ...ofText };
  const bounded = boundMarkup(html);
  const folded = foldQuotedHtml(bounded.html);
  const written = await sanitizeMailHtml(folded.html);
  const quoted = folded.quoted === null ? undefined : await sanitizeMailHtml(folded.quoted);
  if (written.html.length + (quoted?.html.length ?? 0) > maxShown) return simplifyMail({ html, text });
  const needsText = text === null;
  return {
    ...ofText,
    html: written.html,
    quotedHtml: quoted?.html ?? null,
    htmlText: needsText ? await textOf(written.html) : null,
    quotedHtmlText: needsText && quoted ? await textOf(quoted.html) : null,
    hasRemoteContent: written.hasRemoteContent || quoted?.hasRemoteContent === true || mentionsRemoteStyles(html),
    simplified: bounded.simplified,
  };
}

const noHtml = {
  html: null,
  quotedHtml: null,
  htmlText: null,
  quotedHtmlText: null,
  hasRemoteContent: false,
  simplified: false,
};

function shownParts(text: string | null): Pick<ShownMail, 'text' | 'quotedText'> {
  if (text === null) return { text, quotedText: null };
  const { text: written, quoted } = foldQuoted(text);
  return { text: written, quotedText: quoted };
}

const textOf = async (html: string): Promise<string> =>
  storable(await plainText(html.slice(0, maxTextSource), noTemplate), maxTextSource);

/** Reduces a mail to its words without formatting, in linear time. */
export function simplifyMail({ html, text }: MailTexts): ShownMail {
  const words = html === null ? null : storable(collapseWhiteSpace(shownText(html)), maxTextSource);
  return {
    ...noHtml,
    html: words === null ? null : `<div style="white-space:pre-wrap">${escapeHtml(words)}</div>`,
    text,
    quotedText: null,
    htmlText: text === null ? words : null,
    simplified: true,
  };
}

/** Shortens the white space that removed markup leaves behind. */
const collapseWhiteSpace = (text: string): string =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n[\s]+/g, '\n')
    .trim();
