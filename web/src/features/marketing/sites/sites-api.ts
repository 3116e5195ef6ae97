import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import { websitesPath } from './site.ts';

const publishing = '/api/marketing/web-publishing';

interface BrokenLink {
  readonly pageId: string;
  readonly path: string;
  readonly link: string;
}

/** A publication and its result. */
export interface Publication {
  readonly jobId: string;
  readonly status: string;
  readonly progress: number;
  readonly done: number | null;
  readonly total: number | null;
  readonly scheduledAt: string | null;
  readonly url: string | null;
  readonly pages: number | null;
  readonly skippedDrafts: number | null;
  readonly brokenLinks: readonly BrokenLink[];
  readonly problems?: readonly { readonly pageId: string; readonly path: string; readonly problem: string }[];
  readonly error: string | null;
}

export interface PublicationInput {
  readonly websiteId: string;
  readonly pageIds?: readonly string[];
  readonly scheduledAt?: string;
}

export interface Release {
  readonly id: string;
  readonly number: number;
  readonly createdAt: string;
  readonly pages: number;
  readonly files: number;
  readonly bytes: number;
  readonly live: boolean;
}

export interface Statistics {
  readonly totals: { readonly views: number; readonly visitors: number; readonly conversions: number };
  readonly data: readonly {
    readonly key: string;
    readonly label: string | null;
    readonly views: number;
    readonly visitors: number;
    readonly conversions: number;
  }[];
}

export interface DomainProof {
  readonly domain: string | null;
  readonly verified: boolean;
  readonly records: readonly {
    readonly type: string;
    readonly name: string;
    readonly value: string;
    readonly purpose: string;
    readonly ok: boolean;
  }[];
}

export interface PagePreview {
  readonly html: string;
  readonly problems?: readonly (string | { readonly problem?: string; readonly message?: string })[];
}

export type StatisticsBy = 'day' | 'page' | 'referrer' | 'source' | 'medium' | 'campaign';

const site = (id: string, rest: string): string => `${websitesPath}/${id}/${rest}`;

export const sitesApi = {
  publish: (input: PublicationInput): Promise<Publication> => request('POST', `${publishing}/publish`, { body: input }),
  unpublish: (input: PublicationInput): Promise<Publication> =>
    request('POST', `${publishing}/unpublish`, { body: input }),
  publication: (jobId: string, signal?: AbortSignal): Promise<Publication> =>
    request('GET', `${publishing}/${jobId}`, { signal }),
  releases: (id: string, signal?: AbortSignal): Promise<{ data: readonly Release[] }> =>
    request('GET', site(id, 'releases'), { signal }),
  rollBack: (id: string, releaseId: string): Promise<unknown> =>
    request('POST', site(id, 'rollback'), { body: { releaseId } }),
  statistics: (id: string, query: { from: string; to: string; by: StatisticsBy }, signal?: AbortSignal) =>
    request<Statistics>('GET', site(id, 'statistics'), { query, signal }),
  domain: (id: string, signal?: AbortSignal): Promise<DomainProof> => request('GET', site(id, 'dns'), { signal }),
  verifyDomain: (id: string): Promise<DomainProof> => request('POST', site(id, 'verify-domain')),
  preview: (id: string, draft: object, signal?: AbortSignal): Promise<PagePreview> =>
    request('POST', `/api/marketing/web-pages/${id}/preview`, { body: { draft }, signal }),
  endTest: (pageId: string, winnerId: string): Promise<{ jobId: string | null }> =>
    request('POST', `/api/marketing/web-pages/${pageId}/end-test`, { body: { winnerId } }),
  previewLink: (id: string): Promise<{ url: string; expiresAt: string }> =>
    request('POST', `/api/marketing/web-pages/${id}/preview-link`, { body: {} }),
};

/** Query keys for data that is not a plain record. Changes of the model refresh them. */
export const siteKeys = {
  releases: (id: string) => [...keys.model(websitesPath), 'releases', id] as const,
  statistics: (id: string, query: object) => [...keys.model(websitesPath), 'statistics', id, query] as const,
  domain: (id: string) => [...keys.model(websitesPath), 'domain', id] as const,
};
