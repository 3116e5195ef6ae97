import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#lib/html.ts';

const folder = path.join(import.meta.dirname, 'assets');

export const readPageAsset = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

/** Colors and resets, which are the beginning of the stylesheets of all pages. */
export const baseStyles = readPageAsset('base.css');

/**
 * Headers of the small pages. They are not cached and send no referrer, because their URL may contain a token, which is
 * as good as a password. They may not be framed, so that no other site can trick a visitor into pressing their button.
 */
export const pageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    // This server stores the logo of a company.
    "img-src 'self' data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
};

/**
 * True when the client gets pages, as a browser does. A client that accepts JSON gets JSON, even if it also accepts
 * HTML.
 */
export const acceptsPages = ({ headers: { accept = '' } }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\btext\/html\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);

export const htmlDocument = (title: string, head: string, body: string, language = 'en'): string => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`;

interface PageOptions {
  readonly title: string;
  /** The HTML inside `<main>`. */
  readonly main: string;
  readonly language?: string | undefined;
}

/** Renders a small page without scripts. */
export const renderPage = ({ title, main, language }: PageOptions): string =>
  htmlDocument(
    title,
    `<meta name="robots" content="noindex">
    <link rel="stylesheet" href="/account/assets/page.css">`,
    `<main>${main}</main>`,
    language,
  );

export const sendPage = (reply: FastifyReply, page: PageOptions): FastifyReply =>
  reply.headers(pageHeaders).type('text/html; charset=utf-8').send(renderPage(page));
