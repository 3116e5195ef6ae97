import { TokenKind } from 'liquidjs';
import { escapeHtml } from '#lib/html.ts';
import { tokensOf } from './liquid/engine.ts';

const style =
  'display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all;color:transparent';

/** The hidden preview text that mail clients show after the subject. Its text outside of Liquid tags is not HTML. */
export function preheader(previewText: string): string {
  const parts = tokensOf(previewText).map((token) =>
    token.kind === TokenKind.HTML ? escapeHtml(token.getText()) : token.getText(),
  );
  return `<div style="${style}">${parts.join('')}</div>`;
}

/** Returns the position where the body of an HTML document begins; 0 for a fragment. */
export function bodyStart(html: string): number {
  for (const tag of [/<body\b/i, /<\/head\b/i, /<html\b/i]) {
    const at = html.search(tag);
    if (at !== -1) return html.indexOf('>', at) + 1;
  }
  return 0;
}
