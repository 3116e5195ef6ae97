/** A recipient that the server refused, although it accepted the mail for others. */
interface RejectedRecipient {
  readonly address: string;
  readonly message: string;
}

export type SendResult =
  /** The server answered the end of the message with 2xx. */
  | { readonly kind: 'accepted'; readonly response: string; readonly rejected?: readonly RejectedRecipient[] }
  /** 5xx for all recipients or for the message: a bounce. */
  | { readonly kind: 'refused'; readonly message: string }
  /** 4xx, or the connection broke before the end of the message was sent: try again later. */
  | { readonly kind: 'deferred'; readonly message: string }
  /**
   * The transport does not work, so the next one is used. `stop` is true when a person has to repair it (login or
   * sender refused, private address), and false when it may work later (no connection). `onlyThisMail` is true when the
   * transport works for other mails, for example because the server refused a sender that is not the transport's own.
   */
  | { readonly kind: 'transport'; readonly stop: boolean; readonly onlyThisMail?: boolean; readonly message: string }
  /** The connection broke after the end of the message was sent, so the mail may have been accepted or not. */
  | { readonly kind: 'unknown'; readonly message: string };
