import {
  type Icon,
  IconBrandBluesky,
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMastodon,
  IconBrandPinterest,
  IconBrandThreads,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
  IconShare,
  IconWebhook,
} from '@tabler/icons-react';

const icons: Readonly<Record<string, Icon>> = {
  webhook: IconWebhook,
  mastodon: IconBrandMastodon,
  bluesky: IconBrandBluesky,
  x: IconBrandX,
  linkedin: IconBrandLinkedin,
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  threads: IconBrandThreads,
  pinterest: IconBrandPinterest,
  tiktok: IconBrandTiktok,
  youtube: IconBrandYoutube,
};

/** The icon of a platform. Its name is next to it. */
export function PlatformIcon({ platform, size = 18 }: { readonly platform: string | null; readonly size?: number }) {
  const Shown = icons[platform ?? ''] ?? IconShare;
  return <Shown size={size} aria-hidden style={{ flex: 'none' }} />;
}
