import { Type } from 'typebox';
import type { Services } from '#core/context.ts';
import type { PlatformName } from '../platform-names.ts';
import { loadPlatforms } from '../platforms/index.ts';

/** The limits and features of a platform, for the composer. */
export const platformView = Type.Object({
  name: Type.String(),
  label: Type.String(),
  connectBy: Type.String({ description: 'consent, or credentials that a user types.' }),
  configured: Type.Boolean({
    description: 'False when the operator has set no client for it, so it cannot be connected.',
  }),
  maxLength: Type.Integer(),
  linkLength: Type.Union([Type.Integer(), Type.Null()]),
  linkInText: Type.Boolean({ description: 'The link is added to the text, and counts.' }),
  minMedia: Type.Integer(),
  maxMedia: Type.Integer(),
  mediaTypes: Type.Array(Type.String()),
  maxImageBytes: Type.Union([Type.Integer(), Type.Null()]),
  maxVideoBytes: Type.Union([Type.Integer(), Type.Null()]),
  maxVideos: Type.Integer(),
  minVideoSeconds: Type.Union([Type.Number(), Type.Null()]),
  maxVideoSeconds: Type.Union([Type.Number(), Type.Null()]),
  confirms: Type.Boolean({ description: 'It can be asked whether a post was published.' }),
  inbox: Type.Boolean(),
  replies: Type.Boolean(),
  metrics: Type.Boolean(),
});

export async function viewPlatforms({ settings }: Services, names: readonly PlatformName[]) {
  const platforms = await loadPlatforms(names);
  return platforms.map(({ name, label, consent, limits, ...can }) => ({
    name,
    label,
    connectBy: consent ? 'consent' : 'credentials',
    configured: !consent || settings.social.clients[name] !== undefined,
    maxLength: limits.text.max,
    linkLength: limits.text.linkLength ?? null,
    linkInText: limits.link === 'text',
    minMedia: limits.media.min,
    maxMedia: limits.media.max,
    mediaTypes: Object.values(limits.media.kinds).flatMap(({ types }) => types),
    maxImageBytes: limits.media.kinds.image?.maxBytes ?? null,
    maxVideoBytes: limits.media.kinds.video?.maxBytes ?? null,
    maxVideos: limits.media.maxVideos,
    minVideoSeconds: limits.media.kinds.video?.seconds?.min ?? null,
    maxVideoSeconds: limits.media.kinds.video?.seconds?.max ?? null,
    confirms: can.find !== undefined,
    inbox: can.inbox !== undefined,
    replies: can.reply !== undefined,
    metrics: can.metrics !== undefined,
  }));
}
