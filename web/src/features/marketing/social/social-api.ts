import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import type { RecordData } from '~/api/records.ts';

export const postsPath = '/api/marketing/socialPosts';
export const connectionsPath = '/api/marketing/socialConnections';
export const postsModel = 'marketing.socialPosts';

const publishing = '/api/marketing/social-publishing';
const connecting = '/api/marketing/social-connection';

/** A record of marketing/socialPosts. */
export interface SocialPost extends RecordData {
  readonly connectionId: string | null;
  readonly platform: string | null;
  readonly campaignId: string | null;
  readonly content: string;
  readonly variants: Readonly<Record<string, string>> | null;
  readonly linkUrl: string | null;
  readonly mediaIds: readonly string[] | null;
  readonly scheduledAt: string | null;
  readonly status: string;
  readonly publishedAt: string | null;
  readonly postUrl: string | null;
  readonly error: string | null;
}

export interface SocialConnection {
  readonly _id: string;
  readonly platform: string;
  readonly name: string;
  readonly handle: string | null;
  readonly avatarUrl: string | null;
  readonly profileUrl: string | null;
  readonly serverUrl: string | null;
  readonly status: string;
  readonly error: string | null;
  readonly lastPublishedAt: string | null;
}

/** The limits and features of a platform. */
export interface SocialPlatform {
  readonly name: string;
  readonly label: string;
  readonly connectBy: string;
  readonly configured: boolean;
  readonly maxLength: number;
  readonly maxMedia: number;
  readonly mediaTypes: readonly string[];
  readonly maxImageBytes: number | null;
  readonly maxVideoBytes: number | null;
  readonly maxVideos: number;
  readonly maxVideoSeconds: number | null;
  readonly inbox: boolean;
  readonly metrics: boolean;
}

/** The preview of a post on a platform, and its problems. */
export interface PostCheck {
  readonly text: string;
  readonly length: number;
  readonly maxLength: number;
  readonly media: readonly { readonly id: string; readonly name: string; readonly type: string }[];
  readonly problems: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

export interface PostInput {
  readonly content: string;
  readonly variants: Readonly<Record<string, string>> | null;
  readonly linkUrl: string | null;
  readonly mediaIds: readonly string[];
  readonly altTexts: readonly string[];
  readonly scheduledAt: string | null;
  readonly campaignId: string | null;
}

interface CheckInput extends Pick<PostInput, 'content' | 'variants' | 'linkUrl' | 'mediaIds'> {
  readonly platform: string;
  readonly connectionId: string;
}

type Counted = 'impressionCount' | 'likeCount' | 'commentCount' | 'shareCount' | 'clickCount';
type Counts = Readonly<Record<Counted | 'engagementCount', number>>;

interface Totals extends Counts {
  readonly publishedCount: number;
  readonly followerCount: number;
}

/** The numbers of posts and accounts in a period and the previous one. */
interface SocialAnalytics {
  readonly totals: Totals;
  readonly previous: { readonly totals: Totals } | null;
  readonly connections: readonly (Totals & {
    readonly connectionId: string;
    readonly name: string;
    readonly platform: string;
  })[];
  readonly posts: readonly (Counts & {
    readonly postId: string;
    readonly platform: string;
    readonly content: string;
  })[];
  readonly days: readonly ({ readonly day: string } & Readonly<Record<Counted, number>>)[];
}

type Connected = SocialConnection | { readonly authorizationUrl: string };

export const socialApi = {
  connect: (input: Readonly<Record<string, string>>): Promise<Connected> =>
    request('POST', `${connecting}/connect`, { body: input }),
  disconnect: (id: string): Promise<unknown> => request('DELETE', `${connecting}/${id}`),

  check: (input: CheckInput, signal?: AbortSignal): Promise<PostCheck> =>
    request('POST', `${publishing}/check`, { body: input, signal }),
  publish: (connectionId: string, input: PostInput, draft: boolean, idempotencyKey: string): Promise<SocialPost> =>
    request('POST', publishing, {
      body: { connectionId, ...input, draft },
      headers: { 'idempotency-key': idempotencyKey },
    }),
  change: (id: string, input: Partial<PostInput> & { readonly draft?: boolean }): Promise<SocialPost> =>
    request('PATCH', `${publishing}/${id}`, { body: input }),
  cancel: (id: string): Promise<SocialPost> => request('DELETE', `${publishing}/${id}`),
  retry: (id: string): Promise<SocialPost> => request('POST', `${publishing}/${id}/retry`),
  approve: (id: string): Promise<SocialPost> => request('POST', `${publishing}/${id}/approve`),
  reject: (id: string, reason: string): Promise<SocialPost> =>
    request('POST', `${publishing}/${id}/reject`, { body: { reason } }),
};

/** The connected accounts, and the platforms that can be connected. */
export const connectionsQuery = queryOptions({
  queryKey: [...keys.model(connectionsPath), 'with platforms'],
  queryFn: ({ signal }) =>
    request<{ data: readonly SocialConnection[]; platforms: readonly SocialPlatform[] }>('GET', connecting, { signal }),
});

/** The numbers of a period, compared with the previous period of the same length. */
export const analyticsQuery = ({ from, to }: { readonly from: string; readonly to: string }) =>
  queryOptions({
    queryKey: [...keys.model(postsPath), 'analytics', from, to],
    queryFn: ({ signal }) =>
      request<SocialAnalytics>('GET', `/api/marketing/social-analytics?from=${from}&to=${to}&compare=previous`, {
        signal,
      }),
  });
