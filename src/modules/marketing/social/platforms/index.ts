import type { PlatformName } from '../platform-names.ts';
import type { Platform } from './platform.ts';

const loaders: Readonly<Partial<Record<PlatformName, () => Promise<Platform>>>> = {
  webhook: () => import('./webhook.ts').then(({ webhook }) => webhook),
  mastodon: () => import('./mastodon.ts').then(({ mastodon }) => mastodon),
  bluesky: () => import('./bluesky.ts').then(({ bluesky }) => bluesky),
};

/** Platforms are loaded with their first use. */
export function loadPlatform(name: PlatformName): Promise<Platform> {
  const load = loaders[name];
  if (!load) throw new Error(`the platform ${name} is missing`);
  return load();
}

export const loadPlatforms = (names: readonly PlatformName[]): Promise<Platform[]> =>
  Promise.all(names.filter((name) => loaders[name]).map((name) => loadPlatform(name)));
