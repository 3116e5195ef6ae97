import { foldQuoted } from '../html/fold-quoted.ts';
import { storableLine } from './storable.ts';

const maxPreview = 300;
/** More of a mail is not looked at. */
const maxRead = 20_000;

/** The first words of what the author wrote, without quoted text. */
export function previewOf(text: string | null, html: string | null): string {
  const written = text !== null ? foldQuoted(text.slice(0, maxRead)).text : shownText((html ?? '').slice(0, maxRead));
  return storableLine(written.trim() === '' && text !== null ? text.slice(0, maxRead) : written, maxPreview);
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/** The text of HTML, roughly: a preview needs no more. */
const shownText = (html: string): string =>
  html
    .replace(/<(style|script|head|title)\b[^>]{0,2000}>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(#39|[a-z]{2,5});/gi, (all, name: string) => entities[name.toLowerCase()] ?? all);
