import { Type } from 'typebox';
import { escapeHtml } from '#lib/html.ts';
import { isSafeLink, linkForm } from '../links/safe-link.ts';
import { defineBlock } from './block.ts';

const maxAddress = 2000;

export const image = defineBlock({
  type: 'image',
  schema: Type.Object(
    {
      type: Type.Literal('image'),
      url: Type.Optional(Type.String({ maxLength: maxAddress })),
      storedFileId: Type.Optional(Type.String({ format: 'uuid' })),
      alt: Type.Optional(Type.String({ maxLength: 1000 })),
      caption: Type.Optional(Type.String({ maxLength: 1000 })),
      linkUrl: Type.Optional(Type.String({ maxLength: maxAddress })),
    },
    { additionalProperties: false },
  ),
  problem({ url, storedFileId, linkUrl }) {
    if ((url === undefined) === (storedFileId === undefined))
      return { field: 'url', message: 'or storedFileId is required, and only one of them' };
    if (url !== undefined && !isSafeLink(url, ['http', 'https']))
      return { field: 'url', message: 'must be an http or https address, or a path of the website' };
    if (linkUrl !== undefined && !isSafeLink(linkUrl)) return { field: 'linkUrl', message: `must be ${linkForm}` };
    return undefined;
  },
  render({ url, storedFileId, alt = '', caption, linkUrl }, scope) {
    const source = storedFileId === undefined ? url : scope.file('image', storedFileId);
    if (source === undefined) return '';
    const img = `<img src="${scope.addresses.resource(source)}" alt="${escapeHtml(alt)}" loading="lazy">`;
    const linked = linkUrl === undefined ? img : `<a href="${scope.addresses.link(linkUrl)}">${img}</a>`;
    return `<figure>${linked}${caption ? `<figcaption>${escapeHtml(caption)}</figcaption>` : ''}</figure>`;
  },
});
