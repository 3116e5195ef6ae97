import { Type } from 'typebox';
import { escapeHtml } from '#lib/html.ts';
import { defineBlock } from './block.ts';

/** A form of the account. Its embed script replaces the link by a frame; without scripts, visitors follow the link. */
export const form = defineBlock({
  type: 'form',
  schema: Type.Object(
    { type: Type.Literal('form'), formId: Type.String({ format: 'uuid' }) },
    { additionalProperties: false },
  ),
  render({ formId }, scope) {
    const shown = scope.form(formId);
    if (!shown) return '';
    const script = `${shown.url}/embed.js`;
    scope.allow('script-src', script);
    scope.allow('frame-src', new URL(script).origin);
    const { url, title, pageToken } = shown;
    const address = pageToken === undefined ? url : `${url}?page=${encodeURIComponent(pageToken)}`;
    const link = `<a class="button" href="${escapeHtml(address)}">${escapeHtml(title)}</a>`;
    const page = pageToken === undefined ? '' : ` data-page="${escapeHtml(pageToken)}"`;
    return `<div data-atrium-form="${escapeHtml(formId)}"${page}>${link}</div><script src="${escapeHtml(script)}" async></script>`;
  },
});
