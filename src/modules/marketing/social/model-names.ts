import { modelNamed } from '#core/models/model-named.ts';

/** Models as a tenant has them, with its custom fields. */
export const socialConnections = modelNamed('marketing', 'socialConnections');
export const socialPosts = modelNamed('marketing', 'socialPosts');
export const socialMetrics = modelNamed('marketing', 'socialMetrics');
export const campaignChannelSocial = modelNamed('marketing', 'campaignChannelSocial');
export const campaigns = modelNamed('marketing', 'campaigns');
export const storedFiles = modelNamed('data', 'storedFiles');
export const conversations = modelNamed('communications', 'conversations');
