/** An event of a sent mail, as a provider or a mail server reports it. */
export interface DeliveryReport {
  readonly emailId: string;
  /** `deferred`: the mail waits at a server, which retries. */
  readonly kind:
    | 'delivered'
    | 'bounced'
    | 'deferred'
    | 'complained'
    | 'replied'
    | 'opened'
    | 'clicked'
    | 'unsubscribed';
  /** Default: hard. */
  readonly bounceType?: 'hard' | 'soft';
  /** The address of the report. It is ignored unless the mail was sent to it. */
  readonly recipient?: string;
  /** The reason from the other server. */
  readonly diagnostic?: string;
  /** Default: now. */
  readonly at?: Date;
  /** The clicked address. */
  readonly link?: string;
  /** True when a program, not a person, opened the mail or followed the link. */
  readonly machine?: boolean;
  /** Identifies an event, so that repeated events of a provider are harmless. */
  readonly eventId?: string;
}
