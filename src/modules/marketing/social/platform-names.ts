/** The platforms for posts. `platforms/` has a file for each. */
export const platformNames = [
  'webhook',
  'mastodon',
  'bluesky',
  'x',
  'linkedin',
  'facebook',
  'instagram',
  'threads',
  'pinterest',
  'tiktok',
  'youtube',
] as const;

export type PlatformName = (typeof platformNames)[number];

export const isPlatformName = (name: string): name is PlatformName =>
  (platformNames as readonly string[]).includes(name);
