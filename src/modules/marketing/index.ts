import type { Job } from '#core/jobs/job.ts';
import { statuses, types } from '#core/models/children.ts';
import { defineModule, together } from '#core/module.ts';
import { completeCampaign } from './actions/campaigns/complete-campaign.ts';
import { getCampaignResults } from './actions/campaigns/get-campaign-results.ts';
import { launchCampaign } from './actions/campaigns/launch-campaign.ts';
import { pauseCampaign } from './actions/campaigns/pause-campaign.ts';
import { refreshCampaignMembers } from './actions/campaigns/refresh-campaign-members.ts';
import { resumeCampaign } from './actions/campaigns/resume-campaign.ts';
import { cancelPublicationAction } from './actions/sites/cancel-publication.ts';
import { countConversion } from './actions/sites/count-conversion.ts';
import { createPreviewLink } from './actions/sites/create-preview-link.ts';
import { endPageTest } from './actions/sites/end-page-test.ts';
import { exportWebsite } from './actions/sites/export-website.ts';
import { getPublication } from './actions/sites/get-publication.ts';
import { getSiteDns } from './actions/sites/get-site-dns.ts';
import { getSiteStatistics } from './actions/sites/get-site-statistics.ts';
import { listReleasesAction } from './actions/sites/list-releases.ts';
import { previewPage } from './actions/sites/preview-page.ts';
import { publishWebsiteAction } from './actions/sites/publish-website.ts';
import { rollBackWebsite } from './actions/sites/roll-back-website.ts';
import { unpublishWebsite } from './actions/sites/unpublish-website.ts';
import { verifySiteDomain } from './actions/sites/verify-site-domain.ts';
import { receiveSmsReply } from './actions/sms/receive-sms-reply.ts';
import { receiveSmsStatus } from './actions/sms/receive-sms-status.ts';
import { replyBySms } from './actions/sms/reply-by-sms.ts';
import { approveSocialPost } from './actions/social/approve-social-post.ts';
import { cancelSocialPost } from './actions/social/cancel-social-post.ts';
import { changeSocialPost } from './actions/social/change-social-post.ts';
import { checkSocialPost } from './actions/social/check-social-post.ts';
import { connectSocialAccount } from './actions/social/connect-social-account.ts';
import { disconnectSocialAccount } from './actions/social/disconnect-social-account.ts';
import { finishSocialConsent } from './actions/social/finish-social-consent.ts';
import { getSocialAnalytics } from './actions/social/get-social-analytics.ts';
import { getSocialPost } from './actions/social/get-social-post.ts';
import { listSocialConnections } from './actions/social/list-social-connections.ts';
import { listSocialInbox } from './actions/social/list-social-inbox.ts';
import { publishSocialPost } from './actions/social/publish-social-post.ts';
import { rejectSocialPost } from './actions/social/reject-social-post.ts';
import { replyToSocialMessage } from './actions/social/reply-to-social-message.ts';
import { retrySocialPost } from './actions/social/retry-social-post.ts';
import { countSiteVisits } from './jobs/count-site-visits.ts';
import { launchCampaignJob } from './jobs/launch-campaign.ts';
import { publishWebsite } from './jobs/publish-website.ts';
import { refreshActiveCampaigns } from './jobs/refresh-active-campaigns.ts';
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
import { smsOptOuts } from './models/smsOptOuts.ts';
import { socialConnections } from './models/socialConnections.ts';
import { socialMetrics } from './models/socialMetrics.ts';
import { socialPosts } from './models/socialPosts.ts';
import { webLayouts } from './models/webLayouts.ts';
import { webPages } from './models/webPages.ts';
import { webRedirects } from './models/webRedirects.ts';
import { websites } from './models/websites.ts';
import { workflowEnrollments } from './models/workflowEnrollments.ts';
import { workflowSteps } from './models/workflowSteps.ts';
import { workflows } from './models/workflows.ts';
import { siteBackground, siteServices } from './sites/site-services.ts';
import { smsEnd } from './sms/send-message.ts';
import { smsSettings } from './sms/sms-setting.ts';
import { SocialEngine } from './social/engine/social-engine.ts';
import { socialSettings } from './social/settings/tenant-settings.ts';

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
    smsOptOuts,
    socialConnections,
    socialPosts,
    socialMetrics,
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
    webLayouts,
    webRedirects,
    workflows,
    workflowSteps,
    workflowEnrollments,
  ],
  actions: [
    listSocialConnections,
    connectSocialAccount,
    finishSocialConsent,
    disconnectSocialAccount,
    publishSocialPost,
    checkSocialPost,
    getSocialPost,
    changeSocialPost,
    cancelSocialPost,
    retrySocialPost,
    approveSocialPost,
    rejectSocialPost,
    listSocialInbox,
    replyToSocialMessage,
    getSocialAnalytics,
    launchCampaign,
    pauseCampaign,
    resumeCampaign,
    completeCampaign,
    getCampaignResults,
    refreshCampaignMembers,
    receiveSmsStatus,
    receiveSmsReply,
    replyBySms,
    cancelPublicationAction,
    createPreviewLink,
    exportWebsite,
    getPublication,
    getSiteDns,
    getSiteStatistics,
    countConversion,
    endPageTest,
    listReleasesAction,
    previewPage,
    publishWebsiteAction,
    rollBackWebsite,
    unpublishWebsite,
    verifySiteDomain,
  ],
  jobs: [
    launchCampaignJob as Job,
    startChannelJob as Job,
    refreshMembersJob as Job,
    refreshActiveCampaigns,
    sendSmsJob as Job,
    countSiteVisits,
    publishWebsite,
  ],
  sites: (services) => siteServices(services).sites,
  background: (services) => together([siteBackground(services), new SocialEngine(services), smsEnd(services)]),
  settingRules: { ...socialSettings, ...smsSettings },
});
