import { decodeHTML } from 'entities';
import { scanMarkup } from '#lib/scan-markup.ts';

/** Extracts the approximate text of HTML for a preview and for search, in linear time. */
export function shownText(html: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let inHead = false;
  const leave = (start: number, end: number): void => {
    if (!inHead) pieces.push(html.slice(copied, start));
    pieces.push(' ');
    copied = end;
  };
  scanMarkup(html, {
    skipped: leave,
    tag: ({ name, closing, start, end }) => {
      leave(start, end);
      if (name === 'head') inHead = !closing;
      else if (name === 'body') inHead = false;
      return undefined;
    },
  });
  if (!inHead) pieces.push(html.slice(copied));
  return pieces.join('').replace(/&(?:#\w{1,8}|[a-z]\w{1,31});/gi, (reference) => decodeHTML(reference));
}
