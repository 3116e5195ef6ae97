/** The models of channels, in the order in which they start. */
export const channelSlugs = [
  'campaignChannelEmails',
  'campaignChannelSms',
  'campaignChannelSocial',
  'campaignChannelWebContent',
  'campaignChannelAds',
  'campaignChannelPpc',
] as const;
export type ChannelSlug = (typeof channelSlugs)[number];
