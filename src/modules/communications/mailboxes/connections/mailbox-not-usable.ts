/** The mailbox cannot be used before its user connects it again. The message tells the user why. */
export class MailboxNotUsable extends Error {}
