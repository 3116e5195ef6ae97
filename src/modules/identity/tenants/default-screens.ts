import type { JsonValue } from '#core/fields/field.ts';

type RecordInput = Readonly<Record<string, JsonValue>>;

/** A workspace of a new tenant, with its dashboard and its screens in order. */
export interface DefaultWorkspace {
  readonly workspace: RecordInput;
  /** The dashboard on the first screen of the workspace. */
  readonly dashboard?: RecordInput;
  readonly screens: readonly RecordInput[];
}

const opportunities = 'sales.opportunities';
const tickets = 'ui.supportTickets';
const open = { 'statusId.category': { nin: ['won', 'lost', 'closed'] } };
const won = { 'statusId.category': 'won' };
const openTickets = { status: { nin: ['solved', 'closed'] } };

const list = (name: string, modelKey: string, icon: string, columns: string[], defaultSort: RecordInput) => ({
  name,
  modelKey,
  icon,
  layout: 'list',
  columns,
  defaultSort,
});

const pipeline: RecordInput = {
  name: 'Pipeline',
  description: 'Open deals, won revenue and new leads.',
  icon: 'chart-bar',
  period: 'thisQuarter',
  widgets: [
    {
      type: 'kpi',
      title: 'Open pipeline',
      model: opportunities,
      metric: 'sum:value',
      filter: open,
      period: 'all',
      x: 0,
      y: 0,
      w: 3,
      h: 2,
    },
    {
      type: 'kpi',
      title: 'Won',
      model: opportunities,
      metric: 'sum:value',
      filter: won,
      dateField: 'closedAt',
      x: 3,
      y: 0,
      w: 3,
      h: 2,
    },
    { type: 'kpi', title: 'New deals', model: opportunities, metric: 'count', x: 6, y: 0, w: 3, h: 2 },
    { type: 'kpi', title: 'New leads', model: 'sales.leads', metric: 'count', x: 9, y: 0, w: 3, h: 2 },
    {
      type: 'chart',
      title: 'Pipeline by stage',
      chartType: 'funnel',
      model: opportunities,
      groupBy: 'stage',
      metric: 'sum:value',
      filter: open,
      period: 'all',
      x: 0,
      y: 2,
      w: 6,
      h: 5,
    },
    {
      type: 'chart',
      title: 'Won by month',
      chartType: 'bar',
      model: opportunities,
      groupBy: 'closedAt:month',
      metric: 'sum:value',
      filter: won,
      dateField: 'closedAt',
      period: 'last12Months',
      x: 6,
      y: 2,
      w: 6,
      h: 5,
    },
    {
      type: 'table',
      title: 'Largest open deals',
      model: opportunities,
      columns: ['name', 'accountId', 'stage', 'value', 'closeDate'],
      filter: open,
      sort: '-value',
      period: 'all',
      limit: 8,
      x: 0,
      y: 7,
      w: 12,
      h: 5,
    },
  ],
};

const support: RecordInput = {
  name: 'Support',
  description: 'Open tickets and how they develop.',
  icon: 'lifebuoy',
  period: 'last30Days',
  widgets: [
    {
      type: 'kpi',
      title: 'Open tickets',
      model: tickets,
      metric: 'count',
      filter: openTickets,
      period: 'all',
      x: 0,
      y: 0,
      w: 4,
      h: 2,
    },
    { type: 'kpi', title: 'New tickets', model: tickets, metric: 'count', x: 4, y: 0, w: 4, h: 2 },
    {
      type: 'kpi',
      title: 'Solved',
      model: tickets,
      metric: 'count',
      filter: { status: { in: ['solved', 'closed'] } },
      dateField: 'solvedAt',
      x: 8,
      y: 0,
      w: 4,
      h: 2,
    },
    {
      type: 'chart',
      title: 'Open by priority',
      chartType: 'donut',
      model: tickets,
      groupBy: 'priority',
      metric: 'count',
      filter: openTickets,
      period: 'all',
      x: 0,
      y: 2,
      w: 4,
      h: 5,
    },
    {
      type: 'chart',
      title: 'New tickets by week',
      chartType: 'area',
      model: tickets,
      groupBy: 'createdAt:week',
      metric: 'count',
      period: 'last12Months',
      x: 4,
      y: 2,
      w: 8,
      h: 5,
    },
    {
      type: 'list',
      title: 'Urgent tickets',
      model: tickets,
      columns: ['ticketNumber', 'subject', 'status', 'assignedUserId'],
      filter: { ...openTickets, priority: { in: ['urgent', 'high'] } },
      period: 'all',
      limit: 8,
      x: 0,
      y: 7,
      w: 12,
      h: 5,
    },
  ],
};

/** The workspaces of a new tenant. */
export const defaultWorkspaces: readonly DefaultWorkspace[] = [
  {
    workspace: { name: 'Sales', icon: 'briefcase', position: 0, isDefault: true },
    dashboard: pipeline,
    screens: [
      {
        name: 'Opportunities',
        modelKey: opportunities,
        icon: 'layout-kanban',
        layout: 'kanban',
        groupByField: 'stage',
        columns: ['name', 'accountId', 'value', 'closeDate', 'ownerId'],
        defaultSort: { value: -1 },
      },
      list('Contacts', 'sales.contacts', 'users', ['name', 'email', 'phone', 'accountId', 'ownerId'], { name: 1 }),
      list('Accounts', 'sales.accounts', 'building', ['name', 'website', 'phone', 'industryId', 'ownerId'], {
        name: 1,
      }),
      list('Leads', 'sales.leads', 'target', ['name', 'company', 'email', 'score', 'ownerId'], { createdAt: -1 }),
      {
        name: 'Tasks',
        modelKey: 'sales.tasks',
        icon: 'calendar',
        layout: 'calendar',
        dateField: 'dueDate',
        columns: ['title', 'dueDate', 'status', 'priority', 'assignedUserId'],
      },
      {
        name: 'Activities',
        modelKey: 'sales.activities',
        icon: 'calendar',
        layout: 'calendar',
        dateField: 'startsAt',
        columns: ['subject', 'type', 'startsAt', 'contactId', 'ownerId'],
      },
    ],
  },
  {
    workspace: { name: 'Marketing', icon: 'speakerphone', position: 1 },
    screens: [
      list(
        'Campaigns',
        'marketing.campaigns',
        'speakerphone',
        ['name', 'statusId', 'startDate', 'endDate', 'ownerId'],
        {
          createdAt: -1,
        },
      ),
      list('Segments', 'marketing.segments', 'filter', ['name', 'description', 'ownerId'], { name: 1 }),
    ],
  },
  {
    workspace: { name: 'Support', icon: 'lifebuoy', position: 2 },
    dashboard: support,
    screens: [
      {
        name: 'Tickets',
        modelKey: tickets,
        icon: 'ticket',
        layout: 'kanban',
        groupByField: 'status',
        columns: ['ticketNumber', 'subject', 'priority', 'accountId', 'assignedUserId'],
        defaultSort: { createdAt: -1 },
      },
      list('Articles', 'support.supportArticles', 'book', ['title', 'status', 'updatedAt'], { updatedAt: -1 }),
    ],
  },
  {
    workspace: { name: 'Administration', icon: 'settings', position: 1000, roleNames: ['admin'] },
    screens: [
      {
        ...list('Users', 'identity.users', 'users', ['name', 'email', 'roles', 'active'], { email: 1 }),
        roleNames: ['admin'],
      },
      {
        ...list('Teams', 'identity.teams', 'users-group', ['name', 'description'], { name: 1 }),
        roleNames: ['admin'],
      },
      {
        ...list(
          'Announcements',
          'ui.enterpriseProductAnnouncements',
          'bell',
          ['title', 'status', 'publishedAt', 'expiresAt'],
          { createdAt: -1 },
        ),
        roleNames: ['admin'],
      },
    ],
  },
];
