import type { Transaction } from '#db/database.ts';
import { pauseError } from '../../sms/contract.ts';

/** A channel of a campaign with its costs and results. */
export interface ChannelResult {
  readonly _id: string;
  readonly model: string;
  readonly name: string | null;
  readonly status: string | null;
  /** The status of the run; null before the launch. */
  readonly run: string | null;
  readonly dueAt: string | null;
  readonly error: string | null;
  readonly budget: number;
  readonly cost: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly conversionValue: number;
}

/**
 * The tables of channels in the order in which they start, with the columns that count the same thing under different
 * names.
 */
const channels = [
  [
    'campaignChannelEmails',
    'marketing_campaign_channel_emails',
    'coalesce(name, subject)',
    'sent_count',
    'click_count',
    '0',
    '0',
  ],
  ['campaignChannelSms', 'marketing_campaign_channel_sms', 'name', 'sent_count', 'click_count', '0', '0'],
  [
    'campaignChannelSocial',
    'marketing_campaign_channel_social',
    'name',
    'impression_count',
    'click_count',
    'conversion_count',
    'conversion_value',
  ],
  [
    'campaignChannelWebContent',
    'marketing_campaign_channel_web_content',
    'coalesce(name, title)',
    'view_count',
    'click_count',
    'conversion_count',
    '0',
  ],
  [
    'campaignChannelAds',
    'marketing_campaign_channel_ads',
    'coalesce(name, headline)',
    'impression_count',
    'click_count',
    'conversion_count',
    'conversion_value',
  ],
  [
    'campaignChannelPpc',
    'marketing_campaign_channel_ppc',
    'coalesce(name, ad_group)',
    'impression_count',
    'click_count',
    'conversion_count',
    'conversion_value',
  ],
] as const;

/** The models of channels, in the order in which they start. */
export const channelSlugs = channels.map(([model]) => model);
export type ChannelSlug = (typeof channelSlugs)[number];

const selects = channels.map(
  ([model, table, name, impressions, clicks, conversions, value]) =>
    `select id, '${model}' as model, ${name} as name, status, budget, actual_cost, ${impressions} as impressions, ${clicks} as clicks,
      ${conversions} as conversions, ${value} as value from ${table} where tenant_id = $1::bigint and campaign_id = $2::uuid`,
);

/**
 * Reads the results of all channels with one statement, so that concurrent writes are neither counted twice nor missed.
 */
export const readChannels = (tx: Transaction, tenantId: string, campaignId: string): Promise<ChannelResult[]> =>
  tx.query<ChannelResult>(
    `select c.id as _id, c.model, c.name, c.status, r.status as run,
      to_char(r.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt",
      coalesce(r.error, ${pauseError('$1::bigint', 'c.id')}) as error,
      coalesce(c.budget, 0)::float8 as budget, coalesce(c.actual_cost, 0)::float8 as cost,
      coalesce(c.impressions, 0)::float8 as impressions, coalesce(c.clicks, 0)::float8 as clicks,
      coalesce(c.conversions, 0)::float8 as conversions, coalesce(c.value, 0)::float8 as "conversionValue"
     from (${selects.join(' union all ')}) c
     left join campaign_runs r on r.tenant_id = $1::bigint and r.campaign_id = $2::uuid and r.channel_id = c.id
     order by c.model, c.id`,
    [tenantId, campaignId],
  );
