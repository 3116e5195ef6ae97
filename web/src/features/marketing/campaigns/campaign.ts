import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import type { RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';

export const campaignsPath = '/api/marketing/campaigns';
export const membersPath = '/api/marketing/campaignMembers';
export const campaignsModel = 'marketing.campaigns';
export const membersModel = 'marketing.campaignMembers';

/** True when a model is a channel of campaigns. */
export const isChannel = (model: Model): boolean =>
  model.moduleKey === 'marketing' && model.slug.startsWith('campaignChannel');

export interface Campaign extends RecordData {
  readonly name: string;
  readonly status: string;
  readonly currency: string | null;
}

export interface ChannelResult {
  readonly _id: string;
  readonly model: string;
  readonly name: string | null;
  readonly status: string | null;
  /** The result of the launch for this channel. */
  readonly run: 'waiting' | 'started' | 'task' | 'failed' | 'cancelled' | null;
  readonly dueAt: string | null;
  readonly error: string | null;
  readonly budget: number;
  readonly cost: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly conversionValue: number;
}

interface Credit {
  readonly contacts: number;
  readonly deals: number;
  readonly revenue: readonly { readonly currency: string | null; readonly value: number }[];
}

/** The cost and the results of a campaign. */
export interface CampaignResults {
  readonly status: string;
  readonly budget: { readonly planned: number; readonly cost: number; readonly remaining: number };
  readonly mail: Readonly<Record<'sent' | 'delivered' | 'opened' | 'clicked' | 'replied' | 'bounced', number>>;
  readonly totals: Readonly<
    Record<
      'impressions' | 'clicks' | 'conversions' | 'visits' | 'submissions' | 'members' | 'responded' | 'converted',
      number
    >
  >;
  readonly channels: readonly ChannelResult[];
  /** Null without permission to read all contacts and deals. */
  readonly attribution: { readonly firstTouch: Credit; readonly lastTouch: Credit } | null;
}

export type CampaignAction = 'launch' | 'pause' | 'resume' | 'complete';

export const campaignsApi = {
  change: (id: string, action: CampaignAction, allowMissing = false): Promise<unknown> =>
    request('POST', `${campaignsPath}/${id}/${action}`, allowMissing ? { body: { allowMissing } } : {}),
  results: (id: string, signal?: AbortSignal): Promise<CampaignResults> =>
    request('GET', `${campaignsPath}/${id}/results`, { signal }),
  refreshMembers: (id: string): Promise<{ jobId: string }> => request('POST', `${campaignsPath}/${id}/refresh-members`),
};

export const resultsKey = (id: string) => [...keys.model(campaignsPath), 'results', id] as const;

/** The actions that the status of a campaign permits. */
export function actionsOf(status: string): readonly CampaignAction[] {
  if (status === 'draft' || status === 'planned' || status === 'scheduled') return ['launch'];
  if (status === 'active') return ['pause', 'complete'];
  return status === 'paused' ? ['resume', 'complete'] : [];
}
