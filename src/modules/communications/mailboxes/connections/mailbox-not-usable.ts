/** Thrown when the user must connect the mailbox again. The message has the reason. */
export class MailboxNotUsable extends Error {}
