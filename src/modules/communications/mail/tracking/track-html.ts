import { escapeHtml } from '#lib/html.ts';
import { isWebUrl, type MailLinks } from './mail-links.ts';

export interface TrackOptions {
  readonly opens: boolean;
  readonly clicks: boolean;
}

/**
 * Longer links are not tracked. Tracking makes them a third longer, and many proxies refuse URLs above 8 KB: a working
 * link is worth more than a click count.
 */
const maxTrackedLength = 4000;
/** Further links are not tracked: signing one takes 6 µs for every recipient, and a mail could have 100,000 links. */
const maxTrackedLinks = 1000;

/** Elements with a link. `v:roundrect` is the button of mails for Outlook. */
const linkTags = /^<(?:a|area|v:roundrect|v:rect)[\s/]/i;

/**
 * Rewrites http and https links, except those of the mail itself (unsubscribe, view), and adds the pixel. It runs for each mail of a
 * bulk, so it makes one pass over the text and builds no document.
 */
export function trackHtml(html: string, links: MailLinks, { opens, clicks }: TrackOptions): string {
  const tracked = clicks ? trackClicks(html, links) : html;
  return opens ? addPixel(tracked, links.openUrl) : tracked;
}

function trackClicks(html: string, links: MailLinks): string {
  const ownPrefix = links.viewUrl.slice(0, links.viewUrl.lastIndexOf('/v/') + 1);
  let result = '';
  let copied = 0;
  let count = 0;
  for (let at = html.indexOf('<'); at >= 0 && count < maxTrackedLinks; at = html.indexOf('<', at + 1)) {
    if (!linkTags.test(html.slice(at, at + 13))) continue;
    const value = findHref(html, at);
    if (!value) continue;
    const url = decodeAttribute(html.slice(value.start, value.end));
    if (url === undefined || url.length > maxTrackedLength || !isWebUrl(url) || url.startsWith(ownPrefix)) continue;
    // The value is put in quotes again, because it may have had none.
    result += `${html.slice(copied, value.outerStart)}"${escapeHtml(links.clickUrl(url))}"`;
    count += 1;
    copied = value.outerEnd;
    count += 1;
    at = value.outerEnd - 1;
  }
  return result + html.slice(copied);
}

/** The position of an attribute's value, without its quotes and with them. */
interface ValueSpan {
  readonly start: number;
  readonly end: number;
  readonly outerStart: number;
  readonly outerEnd: number;
}

/**
 * One attribute at the current position: its name, and its value with or without quotes. The parts cannot match the
 * same text, so the pattern cannot backtrack.
 */
const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?/y;

/** The href of the tag that begins at `at`. Undefined when it has none or is malformed. */
function findHref(html: string, at: number): ValueSpan | undefined {
  attribute.lastIndex = at + 1;
  // The tag's name.
  attribute.exec(html);
  for (let found = attribute.exec(html); found; found = attribute.exec(html)) {
    const [text, name = '', value] = found;
    if (value === undefined || name.toLowerCase() !== 'href') continue;
    const outerEnd = found.index + text.length;
    const outerStart = outerEnd - value.length;
    const quote = value[0] === '"' || value[0] === "'" ? 1 : 0;
    return { start: outerStart + quote, end: outerEnd - quote, outerStart, outerEnd };
  }
  return undefined;
}

const named: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };

/** The text of an attribute. Undefined when it has a character reference that is not decoded here: the link is not tracked. */
function decodeAttribute(value: string): string | undefined {
  const trimmed = value.trim();
  if (!trimmed.includes('&')) return trimmed;
  let known = true;
  const text = trimmed.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*));/gi, (_, decimal, hex, name) => {
    const character = name === undefined ? characterOf(decimal, hex) : named[name.toLowerCase()];
    known &&= character !== undefined;
    return character ?? '';
  });
  return known ? text : undefined;
}

function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Puts the pixel at the end of the body. A mail program that truncates a long mail then reports no open. */
function addPixel(html: string, openUrl: string): string {
  const pixel = `<img src="${escapeHtml(openUrl)}" width="1" height="1" alt="" style="display:block;border:0;width:1px;height:1px">`;
  const end = Math.max(html.lastIndexOf('</body'), html.lastIndexOf('</BODY'));
  return end < 0 ? html + pixel : html.slice(0, end) + pixel + html.slice(end);
}
