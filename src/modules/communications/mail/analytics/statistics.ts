/** The numbers of a statistic, in total and for each group. */
export const countNames = [
  'sent',
  'delivered',
  'opened',
  'uniqueOpens',
  'clicked',
  'uniqueClicks',
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
] as const;

export type CountName = (typeof countNames)[number];
export type Counts = Record<CountName, number>;

export interface StatisticsFilter {
  readonly campaignId: string | null;
  readonly batchId: string | null;
  readonly templateId: string | null;
  /** Facts from this time on. */
  readonly from: string | null;
  /** Facts until this time, inclusive. */
  readonly until: string | null;
}

/** A fraction with 4 digits; 0 when the total is 0. It can exceed 1, because opens of earlier mails count too. */
const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round(Math.min(1, part / whole) * 10_000) / 10_000;

export const ratesOf = ({ sent, delivered, uniqueOpens, uniqueClicks }: Counts) => ({
  deliveryRate: share(delivered, sent),
  openRate: sent === 0 ? 0 : share(uniqueOpens, delivered),
  clickRate: sent === 0 ? 0 : share(uniqueClicks, delivered),
});
