import { escapeHtml } from '#lib/html.ts';
import type { Addresses } from '../links/addresses.ts';

const link = /\[([^\][\n]{1,500})\]\(([^()\s]{1,2000})\)/g;

/** Renders a line with `**bold**`, `*italics*` and `[links](…)`. Everything else is escaped. */
export function inlineMarkup(line: string, addresses: Addresses): string {
  let html = '';
  let from = 0;
  for (const found of line.matchAll(link)) {
    const [all, label = '', address = ''] = found;
    html += emphasis(line.slice(from, found.index));
    html += `<a href="${addresses.link(address)}">${emphasis(label)}</a>`;
    from = found.index + all.length;
  }
  return html + emphasis(line.slice(from));
}

/** Adds bold and italics to escaped text. Escaping never produces the marks. */
const emphasis = (text: string): string =>
  escapeHtml(text)
    .replace(/\*\*([^\s*](?:[^*]{0,1000}[^\s*])?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^\s*](?:[^*]{0,1000}[^\s*])?)\*(?![\w*])/g, '<em>$1</em>');
