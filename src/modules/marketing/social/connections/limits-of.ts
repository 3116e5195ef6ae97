import { isJsonObject } from '#lib/json.ts';
import type { Platform, ServerLimits } from '../platforms/platform.ts';

/** Returns the platform with the limits that were read from the account's server. */
export function withLimits(platform: Platform, stored: unknown): Platform {
  if (!isJsonObject(stored)) return platform;
  const { text, media, ...rest } = platform.limits;
  const { maxLength = text.max, maxMedia = media.max, ...server } = stored as ServerLimits;
  const linkLength = server.linkLength ?? text.linkLength;
  const { image, video } = media.kinds;
  const kinds = {
    ...(image && { image: { ...image, maxBytes: server.maxImageBytes ?? image.maxBytes } }),
    ...(video && { video: { ...video, maxBytes: server.maxVideoBytes ?? video.maxBytes } }),
  };
  const limits = {
    ...rest,
    text: { ...text, max: maxLength, ...(linkLength !== undefined && { linkLength }) },
    media: { ...media, max: maxMedia, kinds },
  };
  return { ...platform, limits };
}
