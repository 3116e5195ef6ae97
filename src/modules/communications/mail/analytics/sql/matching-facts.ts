import { inTenant, type Params } from '#db/params.ts';
import type { StatisticsFilter } from '../statistics.ts';

type Values = Readonly<Record<'campaignId' | 'batchId' | 'templateId' | 'from' | 'until', string | undefined>>;

/** Conditions of statements that read the facts of a filter. Each value is one parameter, however often it is used. */
export class MatchingFacts {
  readonly #values: Values;

  constructor(filter: StatisticsFilter, params: Params) {
    const add = (value: string | null, type: string) => (value === null ? undefined : params.add(value, type));
    this.#values = {
      campaignId: add(filter.campaignId, 'uuid'),
      batchId: add(filter.batchId, 'uuid'),
      templateId: add(filter.templateId, 'uuid'),
      from: add(filter.from, 'timestamptz'),
      until: add(filter.until, 'timestamptz'),
    };
  }

  #ofMails(alias: string, kinds: readonly string[]): string {
    const { campaignId, batchId, templateId } = this.#values;
    return [
      inTenant(alias),
      `${alias}.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`,
      ...(campaignId ? [`${alias}.campaign_id = ${campaignId}`] : []),
      ...(batchId ? [`${alias}.batch_id = ${batchId}`] : []),
      ...(templateId ? [`${alias}.template_id = ${templateId}`] : []),
    ].join(' and ');
  }

  /**
   * SQL of whether a fact has these kinds and may be a report on a mail that was sent in the time of the filter. One
   * more day is included because clocks of providers may be wrong.
   */
  ofReports(alias: string, kinds: readonly string[]): string {
    const { from } = this.#values;
    return `${this.#ofMails(alias, kinds)}${from ? ` and ${alias}.at >= ${from} - interval '1 day'` : ''}`;
  }

  /** SQL of whether a fact has these kinds and belongs to the mails and the time of the filter. */
  inTime(alias: string, kinds: readonly string[]): string {
    const { from, until } = this.#values;
    return [
      this.#ofMails(alias, kinds),
      ...(from ? [`${alias}.at >= ${from}`] : []),
      ...(until ? [`${alias}.at <= ${until}`] : []),
    ].join(' and ');
  }
}
