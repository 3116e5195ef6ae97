import { definePart } from '#core/modules/module.ts';
import { approveSocialPost } from './actions/approve-social-post.ts';
import { cancelSocialPost } from './actions/cancel-social-post.ts';
import { changeSocialPost } from './actions/change-social-post.ts';
import { checkSocialPost } from './actions/check-social-post.ts';
import { connectSocialAccount } from './actions/connect-social-account.ts';
import { disconnectSocialAccount } from './actions/disconnect-social-account.ts';
import { finishSocialConsent } from './actions/finish-social-consent.ts';
import { getSocialAnalytics } from './actions/get-social-analytics.ts';
import { getSocialPost } from './actions/get-social-post.ts';
import { listSocialConnections } from './actions/list-social-connections.ts';
import { listSocialInbox } from './actions/list-social-inbox.ts';
import { publishSocialPost } from './actions/publish-social-post.ts';
import { rejectSocialPost } from './actions/reject-social-post.ts';
import { replyToSocialMessage } from './actions/reply-to-social-message.ts';
import { retrySocialPost } from './actions/retry-social-post.ts';
import { accessRenewals } from './connections/renew-access.ts';
import { socialEngine } from './engine/social-engine.ts';
import { socialHttp } from './http/http-of.ts';
import { socialConnections } from './models/socialConnections.ts';
import { socialMetrics } from './models/socialMetrics.ts';
import { socialPosts } from './models/socialPosts.ts';
import { socialSettings } from './settings/tenant-settings.ts';

/** Posts, messages and numbers of social accounts. */
export const socialPart = definePart({
  models: [socialConnections, socialPosts, socialMetrics],
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
  ],
  services: [socialHttp, accessRenewals],
  background: socialEngine,
  settingRules: socialSettings,
  tables: ['social_accounts', 'social_messages', 'social_outbox'],
});
