import { Type } from 'typebox';
import { escapeHtml } from '#lib/html.ts';
import { defineBlock } from './block.ts';

/** A form of the account. Its embed script replaces the element by a frame. */
export const form = defineBlock({
  type: 'form',
  schema: Type.Object(
    { type: Type.Literal('form'), formId: Type.String({ format: 'uuid' }) },
    { additionalProperties: false },
  ),
  render({ formId }, scope) {
    const script = scope.formScript(formId);
    if (script === undefined) return '';
    const { origin } = new URL(script);
    scope.allow('script-src', script);
    scope.allow('frame-src', origin);
    return `<div data-atrium-form="${escapeHtml(formId)}"></div><script src="${escapeHtml(script)}" async></script>`;
  },
});
