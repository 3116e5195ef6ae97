import { Type } from 'typebox';
import { escapeHtml } from '#lib/html.ts';
import { isSafeLink } from '../links/safe-link.ts';
import { defineBlock } from './block.ts';

/**
 * Video sites whose players are embedded. The frame's address is built from the id of the video, so that no other
 * address is framed.
 */
const players: readonly { readonly pattern: RegExp; embed(id: string): string }[] = [
  {
    pattern:
      /^https:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{6,20})/,
    embed: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    pattern: /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,15})/,
    embed: (id) => `https://player.vimeo.com/video/${id}?dnt=1`,
  },
];

export const video = defineBlock({
  type: 'video',
  schema: Type.Object(
    {
      type: Type.Literal('video'),
      url: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
      storedFileId: Type.Optional(Type.String({ format: 'uuid' })),
      posterFileId: Type.Optional(Type.String({ format: 'uuid' })),
      title: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  problem({ url, storedFileId }) {
    if ((url === undefined) === (storedFileId === undefined))
      return { field: 'url', message: 'or storedFileId is required, and only one of them' };
    if (url === undefined || isSafeLink(url, ['https'])) return undefined;
    return {
      field: 'url',
      message: 'must be a video of YouTube or Vimeo, or the https address or path of a video file',
    };
  },
  render({ url: given, storedFileId, posterFileId, title = 'Video' }, scope) {
    const url = storedFileId === undefined ? given : scope.file('video', storedFileId);
    if (url === undefined) return '';
    for (const { pattern, embed } of players) {
      const id = pattern.exec(url)?.[1];
      if (id === undefined) continue;
      const address = embed(id);
      scope.allow('frame-src', new URL(address).origin);
      return `<div class="video"><iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" loading="lazy" allow="fullscreen" referrerpolicy="strict-origin-when-cross-origin"></iframe></div>`;
    }
    if (/^https:/i.test(url)) scope.allow('media-src', new URL(url).origin);
    const poster = posterFileId === undefined ? undefined : scope.file('image', posterFileId);
    const picture = poster === undefined ? '' : ` poster="${scope.addresses.resource(poster)}"`;
    return `<video src="${scope.addresses.resource(url)}"${picture} title="${escapeHtml(title)}" controls preload="metadata"></video>`;
  },
});
