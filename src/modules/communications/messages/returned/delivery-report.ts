/** An event of a sent mail, as a provider or a mail server reports it. */
export interface DeliveryReport {
  readonly emailId: string;
  /** `deferred`: the mail waits at a server, which tries again. */
  readonly kind:
    | 'delivered'
    | 'bounced'
    | 'deferred'
    | 'complained'
    | 'replied'
    | 'opened'
    | 'clicked'
    | 'unsubscribed';
  /** A bounce is hard unless it says otherwise. */
  readonly bounceType?: 'hard' | 'soft';
  /** The address that the report is about. It is ignored unless the mail was sent to it. */
  readonly recipient?: string;
  /** The reason that the other server gave. */
  readonly diagnostic?: string;
  /** Default: now. */
  readonly at?: Date;
  /** The address that was clicked. */
  readonly link?: string;
  /** A program opened the mail or followed the link, not a person. */
  readonly machine?: boolean;
  /** Makes repeated events of a provider harmless. */
  readonly eventId?: string;
}
