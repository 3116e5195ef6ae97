import type { Company } from './company.ts';

/** Files that the company gets on Mondays and at the end of a month. Nobody gets a mail of a demo company. */
export async function createExportSchedules(company: Company): Promise<void> {
  await company.add('data.exportSchedules', {
    name: 'Open deals',
    model: 'opportunities',
    format: 'xlsx',
    filter: { stage: { nin: ['won', 'lost'] } },
    sort: ['closeDate'],
    fields: ['name', 'accountId', 'stage', 'value', 'currency', 'closeDate', 'ownerId'],
    cron: '0 7 * * 1',
  });
  await company.add('data.exportSchedules', {
    name: 'New customers of the month',
    model: 'accounts',
    format: 'csv',
    filter: { createdAt: { between: 'lastMonth' } },
    sort: ['name'],
    cron: '0 6 1 * *',
    active: false,
  });
}
