import type { PostInput, SocialPost } from '../social-api.ts';

/** An attached file in the composer. */
export interface PostMedia {
  readonly id: string;
  readonly name: string;
  readonly alt: string;
}

/** The values of the composer. */
export interface PostValues {
  readonly content: string;
  readonly variants: Readonly<Record<string, string>>;
  readonly linkUrl: string;
  readonly media: readonly PostMedia[];
  readonly scheduledAt: string | undefined;
  readonly campaignId: string | undefined;
}

export const emptyValues: PostValues = {
  content: '',
  variants: {},
  linkUrl: '',
  media: [],
  scheduledAt: undefined,
  campaignId: undefined,
};

export const valuesOf = (post: SocialPost): PostValues => ({
  content: post.content,
  variants: post.variants ?? {},
  linkUrl: post.linkUrl ?? '',
  media: (post.mediaIds ?? []).map((id, n) => ({
    id,
    name: '',
    alt: (post.altTexts as string[] | null)?.[n]?.trim() ?? '',
  })),
  scheduledAt: post.scheduledAt ?? undefined,
  campaignId: post.campaignId ?? undefined,
});

/** The request body. Texts for platforms that are not chosen, and empty texts, are omitted. */
export function inputOf(values: PostValues, platforms: readonly string[]): PostInput {
  const variants = Object.entries(values.variants).filter(
    ([platform, text]) => platforms.includes(platform) && text.trim() !== '',
  );
  return {
    content: values.content,
    variants: variants.length === 0 ? null : Object.fromEntries(variants),
    linkUrl: values.linkUrl.trim() || null,
    mediaIds: values.media.map(({ id }) => id),
    altTexts: values.media.map(({ alt }) => alt),
    scheduledAt: values.scheduledAt ?? null,
    campaignId: values.campaignId ?? null,
  };
}
