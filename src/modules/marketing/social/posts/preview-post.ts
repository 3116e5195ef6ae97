import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { isPlatformName, platformNames } from '../platform-names.ts';
import { loadPlatform } from '../platforms/index.ts';
import { connectedPlatform } from './accept-post.ts';
import { checkPost } from './check-post.ts';
import { measureText } from './measure-text.ts';
import { describeMedia } from './media-facts.ts';
import { requireVariants } from './post-input.ts';
import { postText } from './post-text.ts';
import { readMedia } from './read-media.ts';

interface Given {
  readonly platform: string;
  readonly connectionId?: string;
  readonly content: string;
  readonly variants?: Readonly<Record<string, string>> | null;
  readonly linkUrl?: string | null;
  readonly mediaIds?: readonly string[];
}

/** Renders a post for a platform, with the problems for which the platform would refuse it. */
export async function previewPost(context: Context, { platform: name, connectionId, ...given }: Given) {
  if (!isPlatformName(name)) throw invalid('platform', 'not_an_option', `must be one of ${platformNames.join(', ')}`);
  requireVariants(given.variants);
  const platform =
    connectionId === undefined ? await loadPlatform(name) : await connectedPlatform(context, connectionId);
  if (platform.name !== name) throw invalid('connectionId', 'invalid_value', 'must be an account of the platform');
  const files = await readMedia(context, given.mediaIds ?? []);
  const texts = { content: given.content, variants: given.variants ?? null, linkUrl: given.linkUrl ?? null };
  const media = await describeMedia(files);
  const { details } = checkPost(platform, { ...texts, media });
  const text = postText(texts, name, platform.limits);
  return {
    text,
    length: measureText(text, platform.limits.text),
    maxLength: platform.limits.text.max,
    media: media.map(({ id, name: file, type, size, video }) => ({
      id,
      name: file,
      type,
      size,
      seconds: video?.seconds ?? null,
    })),
    problems: details.map(({ field = '', code, message }) => ({ field, code, message })),
  };
}
