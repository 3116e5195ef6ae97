import { Type } from 'typebox';
import { escapeHtml } from '#lib/html.ts';
import { isSafeLink, linkForm } from '../links/safe-link.ts';
import { defineBlock } from './block.ts';

export const button = defineBlock({
  type: 'button',
  schema: Type.Object(
    {
      type: Type.Literal('button'),
      label: Type.String({ minLength: 1, maxLength: 200 }),
      url: Type.String({ minLength: 1, maxLength: 2000 }),
    },
    { additionalProperties: false },
  ),
  problem: ({ url }) => (isSafeLink(url) ? undefined : { field: 'url', message: `must be ${linkForm}` }),
  render: ({ label, url }, { addresses }) =>
    `<p><a class="button" href="${addresses.link(url)}">${escapeHtml(label)}</a></p>`,
});
