import type { Company } from './company.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';

const deals = 'sales.opportunities';
const orders = 'sales.orders';
const tickets = 'ui.supportTickets';
const open = { 'statusId.category': { nin: ['won', 'lost', 'closed'] } };
const won = { 'statusId.category': 'won' };
const openTickets = { status: { nin: ['solved', 'closed'] } };

type Widget = Readonly<Record<string, unknown>>;

/** A widget with its position in the grid of twelve columns. */
const placed = (x: number, y: number, w: number, h: number, widget: Widget): Widget => ({ ...widget, x, y, w, h });

const kpi = (title: string, model: string, metric: string, more: Widget = {}): Widget => ({
  type: 'kpi',
  title,
  model,
  metric,
  ...more,
});

const chart = (title: string, chartType: string, model: string, groupBy: string, more: Widget = {}): Widget => ({
  type: 'chart',
  title,
  chartType,
  model,
  groupBy,
  metric: 'count',
  ...more,
});

const salesWidgets: readonly Widget[] = [
  placed(0, 0, 3, 2, kpi('Open pipeline', deals, 'sum:value', { filter: open, period: 'all' })),
  placed(3, 0, 3, 2, kpi('Won', deals, 'sum:value', { filter: won, dateField: 'closedAt' })),
  placed(6, 0, 3, 2, kpi('Average order', orders, 'avg:total', { dateField: 'orderDate' })),
  placed(9, 0, 3, 2, kpi('New leads', 'sales.leads', 'count')),
  placed(
    0,
    2,
    5,
    5,
    chart('Pipeline by stage', 'funnel', deals, 'stage', { metric: 'sum:value', filter: open, period: 'all' }),
  ),
  placed(
    5,
    2,
    7,
    5,
    chart('Orders by month', 'area', orders, 'orderDate:month', {
      metric: 'sum:total',
      dateField: 'orderDate',
      period: 'last12Months',
    }),
  ),
  placed(0, 7, 4, 5, chart('Deals by source', 'donut', deals, 'source', { period: 'all' })),
  placed(
    4,
    7,
    8,
    5,
    chart('Open deals by owner', 'bar', deals, 'ownerId', { metric: 'sum:value', filter: open, period: 'all' }),
  ),
  placed(0, 12, 12, 5, {
    type: 'table',
    title: 'Closing next',
    model: deals,
    columns: ['name', 'accountId', 'stage', 'value', 'closeDate', 'ownerId'],
    filter: open,
    sort: 'closeDate',
    period: 'all',
    limit: 8,
  }),
];

const serviceWidgets: readonly Widget[] = [
  placed(0, 0, 4, 2, kpi('Open tickets', tickets, 'count', { filter: openTickets, period: 'all' })),
  placed(4, 0, 4, 2, kpi('New tickets', tickets, 'count')),
  placed(8, 0, 4, 2, kpi('Machines in use', 'inventory.equipment', 'count', { period: 'all' })),
  placed(0, 2, 4, 5, chart('Tickets by priority', 'pie', tickets, 'priority', { period: 'all' })),
  placed(4, 2, 8, 5, chart('Tickets by category', 'bar', tickets, 'category', { period: 'all' })),
  placed(0, 7, 8, 5, {
    type: 'list',
    title: 'Waiting for us',
    model: tickets,
    columns: ['ticketNumber', 'subject', 'priority', 'assignedUserId'],
    filter: openTickets,
    sort: 'dueAt',
    period: 'all',
    limit: 8,
  }),
  placed(8, 7, 4, 5, {
    type: 'text',
    title: 'On call',
    content: 'The hotline is open from 7 to 19.\n\nUrgent tickets are answered **within an hour**.',
  }),
];

export async function createDashboards(company: Company, staff: Staff): Promise<void> {
  await company.addAll('ui.dashboards', [
    {
      name: 'Sales today',
      description: 'What is open, what was ordered, and who closes next.',
      period: 'thisQuarter',
      icon: 'chart-bar',
      isDefault: true,
      widgets: salesWidgets,
      ownerId: staff.salesLead._id,
    },
    {
      name: 'Service today',
      period: 'last30Days',
      icon: 'tool',
      teamId: staff.teams.get('Field Service')?._id,
      visibility: 'team',
      widgets: serviceWidgets,
      ownerId: at(staff.service, 0)._id,
    },
  ]);
}
