import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { checkedDraft, draftInput } from '../../sites/preview/draft.ts';
import { renderPreview } from '../../sites/preview/render-preview.ts';

export const previewPage = defineAction({
  name: 'marketing.previewPage',
  summary: 'Renders a page as it is saved, or with fields that are not saved yet',
  routes: [{ method: 'POST', path: '/api/marketing/web-pages/:id/preview' }],
  access: 'marketing:read',
  bodyLimit: 4_000_000,
  input: Type.Object(
    { id: Type.String({ format: 'uuid' }), draft: Type.Optional(draftInput) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    html: Type.String({
      description: 'The document. Show it in a sandboxed frame: it may contain HTML of administrators.',
    }),
    problems: Type.Array(Type.String(), { description: 'Parts of the page that cannot be shown.' }),
  }),
  run: (context, { id, draft }) =>
    inTransaction(context, async (within) => {
      const { html, problems } = await renderPreview(within, id, checkedDraft(within, draft));
      return { body: { html, problems: [...problems] } };
    }),
});
