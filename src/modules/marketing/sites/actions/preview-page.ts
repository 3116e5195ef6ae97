import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { webPages } from '../model-names.ts';
import { checkedDraft, draftInput } from '../preview/draft.ts';
import { renderPreview } from '../preview/render-preview.ts';

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
      // A preview creates links to the files of a draft, so only callers who may save the page may preview drafts.
      if (Object.keys(draft ?? {}).length > 0)
        await lockWithinReach(within, authorize(within, operations.update, webPages(within)), id);
      const { html, problems } = await renderPreview(within, id, checkedDraft(within, draft));
      return { body: { html, problems: [...problems] } };
    }),
});
