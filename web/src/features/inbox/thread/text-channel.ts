import type { Conversation } from '../inbox-api.ts';

/** Channels that are answered with plain text instead of a mail. */
export type TextChannel = 'sms' | 'social';

export const textChannelOf = ({ channel }: Conversation): TextChannel | undefined =>
  channel === 'sms' || channel === 'social' ? channel : undefined;
