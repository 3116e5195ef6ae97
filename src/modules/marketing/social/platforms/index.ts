import type { PlatformName } from '../platform-names.ts';
import type { Platform } from './platform.ts';

const loaders: Readonly<Record<PlatformName, () => Promise<Platform>>> = {
  webhook: () => import('./webhook.ts').then(({ webhook }) => webhook),
  mastodon: () => import('./mastodon.ts').then(({ mastodon }) => mastodon),
  bluesky: () => import('./bluesky.ts').then(({ bluesky }) => bluesky),
  x: () => import('./x.ts').then(({ x }) => x),
  linkedin: () => import('./linkedin.ts').then(({ linkedin }) => linkedin),
  facebook: () => import('./facebook.ts').then(({ facebook }) => facebook),
  instagram: () => import('./instagram.ts').then(({ instagram }) => instagram),
  threads: () => import('./threads.ts').then(({ threads }) => threads),
  pinterest: () => import('./pinterest.ts').then(({ pinterest }) => pinterest),
  tiktok: () => import('./tiktok.ts').then(({ tiktok }) => tiktok),
  youtube: () => import('./youtube.ts').then(({ youtube }) => youtube),
};

/** Loads a platform at its first use. */
export const loadPlatform = (name: PlatformName): Promise<Platform> => loaders[name]();

export const loadPlatforms = (names: readonly PlatformName[]): Promise<Platform[]> =>
  Promise.all(names.map((name) => loadPlatform(name)));
