import type { Job } from '#core/jobs/job.ts';
import { definePart } from '#core/modules/module.ts';
import { statuses } from '#core/statuses/status-model.ts';
import { completeCampaign } from './actions/complete-campaign.ts';
import { getCampaignResults } from './actions/get-campaign-results.ts';
import { launchCampaign } from './actions/launch-campaign.ts';
import { pauseCampaign } from './actions/pause-campaign.ts';
import { refreshCampaignMembers } from './actions/refresh-campaign-members.ts';
import { resumeCampaign } from './actions/resume-campaign.ts';
import { launchCampaignJob } from './jobs/launch-campaign.ts';
import { refreshActiveCampaigns } from './jobs/refresh-active-campaigns.ts';
import { refreshMembersJob } from './jobs/refresh-members.ts';
import { startChannelJob } from './jobs/start-channel.ts';
import { campaignChannelAds } from './models/campaignChannelAds.ts';
import { campaignChannelEmails } from './models/campaignChannelEmails.ts';
import { campaignChannelPpc } from './models/campaignChannelPpc.ts';
import { campaignChannelSms } from './models/campaignChannelSms.ts';
import { campaignChannelSocial } from './models/campaignChannelSocial.ts';
import { campaignChannelWebContent } from './models/campaignChannelWebContent.ts';
import { campaignMembers } from './models/campaignMembers.ts';
import { campaignStakeholderUsers } from './models/campaignStakeholderUsers.ts';
import { campaigns } from './models/campaigns.ts';
import { campaignStatuses } from './standard-statuses.ts';

/** Campaigns with their channels and members. */
export const campaignPart = definePart({
  models: [
    campaigns,
    statuses('campaignStatuses', { standard: campaignStatuses }),
    campaignStakeholderUsers,
    campaignMembers,
    campaignChannelAds,
    campaignChannelEmails,
    campaignChannelPpc,
    campaignChannelSms,
    campaignChannelSocial,
    campaignChannelWebContent,
  ],
  actions: [
    launchCampaign,
    pauseCampaign,
    resumeCampaign,
    completeCampaign,
    getCampaignResults,
    refreshCampaignMembers,
  ],
  jobs: [launchCampaignJob as Job, startChannelJob as Job, refreshMembersJob as Job, refreshActiveCampaigns],
  tables: ['campaign_runs'],
});
