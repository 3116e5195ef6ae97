import { parentPort } from 'node:worker_threads';
import { inlineCss } from './inline-css.ts';
import { mjmlToHtml } from './mjml-to-html.ts';
import { plainText } from './plain-text.ts';
import { MarkupFault, type MarkupRequest, type MarkupResult } from './transform.ts';

/** The thread behind `transformMarkup`: one answer for each request. */
export type MarkupAnswer =
  | { readonly result: MarkupResult }
  | { readonly fault: { readonly message: string; readonly line: number | undefined } };

async function transform(request: MarkupRequest): Promise<MarkupResult> {
  const html = await inlineCss(request.format === 'mjml' ? await mjmlToHtml(request) : request.source, request);
  return { html, text: request.wantsText ? await plainText(html, request.prefix) : null };
}

parentPort?.on('message', (request: MarkupRequest) => {
  transform(request).then(
    (result) => parentPort?.postMessage({ result } satisfies MarkupAnswer),
    (error: unknown) => {
      // MJML and the CSS parser throw plain errors for input that they cannot read. All of it is the author's text.
      const { message } = error as Error;
      const line = error instanceof MarkupFault ? error.line : undefined;
      parentPort?.postMessage({ fault: { message, line } } satisfies MarkupAnswer);
    },
  );
});
