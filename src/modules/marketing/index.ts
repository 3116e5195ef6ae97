import type { Job } from '#core/jobs/job.ts';
import { statuses, types } from '#core/models/children.ts';
import { defineModule } from '#core/module.ts';
import { completeCampaign } from './actions/campaigns/complete-campaign.ts';
import { getCampaignResults } from './actions/campaigns/get-campaign-results.ts';
import { launchCampaign } from './actions/campaigns/launch-campaign.ts';
import { pauseCampaign } from './actions/campaigns/pause-campaign.ts';
import { refreshCampaignMembers } from './actions/campaigns/refresh-campaign-members.ts';
import { resumeCampaign } from './actions/campaigns/resume-campaign.ts';
import { receiveSmsStatus } from './actions/sms/receive-sms-status.ts';
import { launchCampaignJob } from './jobs/launch-campaign.ts';
import { refreshMembersJob } from './jobs/refresh-members.ts';
import { sendSmsJob } from './jobs/send-sms.ts';
import { startChannelJob } from './jobs/start-channel.ts';
import { campaignChannelAds } from './models/campaignChannelAds.ts';
import { campaignChannelEmails } from './models/campaignChannelEmails.ts';
import { campaignChannelPpc } from './models/campaignChannelPpc.ts';
import { campaignChannelSms } from './models/campaignChannelSms.ts';
import { campaignChannelSocial } from './models/campaignChannelSocial.ts';
import { campaignChannelWebContent } from './models/campaignChannelWebContent.ts';
import { campaignMembers } from './models/campaignMembers.ts';
import { campaignSequenceSnapshotContacts } from './models/campaignSequenceSnapshotContacts.ts';
import { campaignSequenceSnapshots } from './models/campaignSequenceSnapshots.ts';
import { campaignSequences } from './models/campaignSequences.ts';
import { campaignStakeholderUsers } from './models/campaignStakeholderUsers.ts';
import { campaigns } from './models/campaigns.ts';
import { emailDripCampaigns } from './models/emailDripCampaigns.ts';
import { emailSequenceWorkflows } from './models/emailSequenceWorkflows.ts';
import { segments } from './models/segments.ts';
import { webPages } from './models/webPages.ts';
import { websites } from './models/websites.ts';
import { workflowEnrollments } from './models/workflowEnrollments.ts';
import { workflowSteps } from './models/workflowSteps.ts';
import { workflows } from './models/workflows.ts';
import { smsEnd } from './sms/send-message.ts';
import { smsSettings } from './sms/sms-setting.ts';

export const marketing = defineModule({
  key: 'marketing',
  label: 'Marketing',
  models: [
    campaigns,
    statuses('campaignStatuses'),
    campaignStakeholderUsers,
    campaignMembers,
    campaignChannelAds,
    campaignChannelEmails,
    campaignChannelPpc,
    campaignChannelSms,
    campaignChannelSocial,
    campaignChannelWebContent,
    campaignSequences,
    campaignSequenceSnapshots,
    campaignSequenceSnapshotContacts,
    segments,
    emailDripCampaigns,
    emailSequenceWorkflows,
    websites,
    statuses('websiteStatuses'),
    types('websiteTypes'),
    webPages,
    workflows,
    workflowSteps,
    workflowEnrollments,
  ],
  actions: [
    launchCampaign,
    pauseCampaign,
    resumeCampaign,
    completeCampaign,
    getCampaignResults,
    refreshCampaignMembers,
    receiveSmsStatus,
  ],
  jobs: [launchCampaignJob as Job, startChannelJob as Job, refreshMembersJob as Job, sendSmsJob as Job],
  background: smsEnd,
  settingRules: smsSettings,
});
