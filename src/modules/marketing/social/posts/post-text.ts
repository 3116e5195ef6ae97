import type { Limits } from '../platforms/platform.ts';

interface Texts {
  readonly content: string;
  readonly variants: Readonly<Record<string, unknown>> | null;
  readonly linkUrl: string | null;
}

/** The text for a platform: its variant, with the link where the platform has no field for links. */
export function postText({ content, variants, linkUrl }: Texts, platform: string, limits: Limits): string {
  const variant = variants?.[platform];
  const text = typeof variant === 'string' ? variant : content;
  if (limits.link === 'field' || linkUrl === null || text.includes(linkUrl)) return text;
  return text === '' ? linkUrl : `${text}\n\n${linkUrl}`;
}
