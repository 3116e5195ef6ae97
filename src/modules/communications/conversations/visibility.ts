import type { Sharing } from '../messages/reading/message.ts';

/** The visibilities, from the narrowest to the widest. */
export const visibilities = ['private', 'linked', 'everyone'] as const;
export type Visibility = (typeof visibilities)[number];

/** True when somebody may see the first record but not the second. A record without a visibility is for everyone. */
export const isWider = (one: Visibility | null, other: Visibility | null): boolean =>
  visibilities.indexOf(one ?? 'everyone') > visibilities.indexOf(other ?? 'everyone');

/** Returns the visibility of a mail of a mailbox, besides the users of the mailbox. */
export const mailVisibility = (sharing: Sharing, contactId: string | null): Visibility =>
  sharing === 'everything' ? 'everyone' : sharing === 'contacts' && contactId !== null ? 'linked' : 'private';

/** Returns the visibility of a conversation of one mailbox. `isLinked`: one of its mails has the contact of the conversation. */
export function conversationVisibility(sharing: Sharing, isLinked: boolean): Visibility {
  if (sharing === 'everything' || sharing === 'metadata') return 'everyone';
  return sharing === 'contacts' && isLinked ? 'linked' : 'private';
}

/**
 * SQL of the place of a visibility in `visibilities`. A conversation of a mailbox that shares metadata is shown to everyone, but
 * its mails are not.
 */
export const rankSql = (sharing: string, isLinked: string, metadata: 0 | 2): string =>
  `case ${sharing} when 'everything' then 2 when 'metadata' then ${metadata} when 'contacts' then case when ${isLinked} then 1 else 0 end else 0 end`;
