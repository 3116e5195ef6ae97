import type { RecordObject } from '#core/operations/validate.ts';
import type { ChannelResult } from './sql/campaign-channels.ts';
import type { CampaignReach } from './sql/campaign-reach.ts';

const numberOf = (value: RecordObject[string] | undefined): number =>
  typeof value === 'number' ? value : Number(value ?? 0) || 0;

/**
 * Adds up the results of the channels of a campaign. When no channel has a cost, the cost of the campaign itself
 * counts.
 */
export function totalsOf(campaign: RecordObject, channels: readonly ChannelResult[], reach: CampaignReach) {
  const sum = (key: 'budget' | 'cost' | 'impressions' | 'clicks' | 'conversions' | 'conversionValue') =>
    channels.reduce((total, channel) => total + channel[key], 0);
  const cost = sum('cost') || numberOf(campaign.actualCost);
  const planned = numberOf(campaign.budget) || sum('budget');
  return {
    campaignId: String(campaign._id),
    status: String(campaign.status ?? 'draft'),
    budget: { planned, channels: sum('budget'), cost, remaining: planned - cost },
    mail: {
      sent: numberOf(campaign.sentCount),
      delivered: numberOf(campaign.deliveredCount),
      opened: numberOf(campaign.uniqueOpenCount),
      clicked: numberOf(campaign.uniqueClickCount),
      replied: numberOf(campaign.replyCount),
      bounced: numberOf(campaign.bounceCount),
    },
    totals: {
      impressions: sum('impressions'),
      clicks: sum('clicks'),
      conversions: sum('conversions'),
      conversionValue: sum('conversionValue'),
      ...reach,
    },
  };
}
