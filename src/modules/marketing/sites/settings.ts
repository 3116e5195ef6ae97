import type { Context, Services } from '#core/context.ts';

declare module '#core/context.ts' {
  interface Settings {
    readonly sites: {
      /** The address for websites without a domain of their own; undefined means the address of the platform. */
      readonly url: URL | undefined;
    };
  }
}

/** The address below which websites without their own domain are served. */
export const sitesUrl = ({ settings, publicUrl }: Pick<Services, 'settings' | 'publicUrl'>): string =>
  settings.sites.url?.href.replace(/\/$/, '') ?? publicUrl();

interface SiteName {
  readonly slug: string | null;
  readonly domain: string | null;
  readonly domainVerifiedAt: string | null;
  readonly _id: string;
}

/** The public address of a website, without a slash at the end. */
export function siteUrl({ services, caller }: Pick<Context, 'services' | 'caller'>, site: SiteName): string {
  if (site.domain && site.domainVerifiedAt) return `https://${site.domain.trim().toLowerCase()}`;
  return `${sitesUrl(services)}/sites/${caller.accountKey}/${encodeURIComponent(site.slug ?? site._id)}`;
}
