import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#lib/html.ts';

/**
 * Of pages around signing in. They are kept nowhere and told to nobody: an address may hold a token, which is as good as a
 * password. A page may do no more than it must, and nobody may put it in a frame to have its button pressed.
 */
export const pageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
};

/** Whether a person looks at the answer. A program that takes JSON gets JSON, whatever else it takes. */
export const acceptsPages = ({ headers: { accept = '' } }: Pick<FastifyRequest, 'headers'>): boolean =>
  /\btext\/html\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);

export const sendPage = (reply: FastifyReply, title: string, main: string, script = ''): FastifyReply =>
  reply
    .headers(pageHeaders)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/account/assets/page.css">
    ${script && `<script src="${script}" defer></script>`}
  </head>
  <body>
    <main>${main}</main>
  </body>
</html>
`);
