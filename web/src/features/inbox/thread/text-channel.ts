import type { Conversation } from '../inbox-api.ts';

/** Channels whose answers are plain text instead of a mail. */
export type TextChannel = 'sms' | 'social';

export const textChannelOf = ({ channel }: Conversation): TextChannel | undefined =>
  channel === 'sms' || channel === 'social' ? channel : undefined;
