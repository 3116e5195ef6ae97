import { type Company, domain, type Saved } from './company.ts';
import type { Customer } from './customers.ts';
import { createDashboards } from './dashboards.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';

/** Name, model, layout, visible fields, and sorting. */
const screens = [
  ['Accounts', 'sales.accounts', 'list', ['name', 'status', 'rating', 'employees', 'ownerId'], { name: 1 }],
  ['Deals', 'sales.opportunities', 'kanban', ['name', 'accountId', 'value', 'closeDate'], { value: -1 }],
  ['Leads', 'sales.leads', 'list', ['name', 'company', 'status', 'score'], { score: -1 }],
  ['Visits', 'sales.tasks', 'calendar', ['title', 'dueDate', 'assignedUserId'], { dueDate: 1 }],
  ['Tickets', 'ui.supportTickets', 'list', ['ticketNumber', 'subject', 'priority', 'status'], { createdAt: -1 }],
  ['Machines', 'inventory.equipment', 'list', ['name', 'serialNumber', 'locationId', 'status'], { name: 1 }],
  [
    'Renewals',
    'customerSuccess.renewals',
    'list',
    ['name', 'renewalDate', 'status', 'renewalValue'],
    { renewalDate: 1 },
  ],
  ['New lead', 'sales.leads', 'form', ['firstName', 'lastName', 'company', 'email'], {}],
  ['Activities', 'sales.activities', 'calendar', ['subject', 'type', 'startsAt', 'contactId'], { startsAt: 1 }],
] as const;

export async function createScreens(company: Company, staff: Staff, customers: readonly Customer[]): Promise<void> {
  const created = await company.addAll(
    'ui.screens',
    screens.map(([name, modelKey, layout, columns, defaultSort], position) => ({
      name,
      modelKey,
      layout,
      columns,
      defaultSort,
      actions: layout === 'form' ? ['save'] : ['create', 'export'],
      ...(layout === 'kanban' && { groupByField: 'stage', defaultFilter: { stage: { ne: 'lost' } } }),
      ...(layout === 'calendar' && { dateField: Object.keys(defaultSort)[0] }),
      position,
    })),
  );
  await createScreenParts(company, staff, created);
  await createWorkspaces(company, staff, created);
  await createDashboards(company, staff);
  await createTraces(company, staff, customers, created);
}

async function createScreenParts(company: Company, staff: Staff, created: readonly Saved[]): Promise<void> {
  const deals = at(created, 1);
  const [table, funnel] = await company.addAll('ui.components', [
    { name: 'Account table', type: 'table', category: 'data', modelKey: 'accounts', properties: { dense: true } },
    {
      name: 'Deal funnel',
      type: 'chart',
      category: 'data',
      modelKey: 'opportunities',
      properties: { groupBy: 'stage' },
    },
  ]);
  await company.add('ui.registeredComponents', {
    name: 'kestrel-machine-card',
    label: 'Machine card',
    description: 'Shows a machine with its counter and the next inspection.',
    componentId: table?._id,
    moduleKey: 'inventory',
    entryUrl: `https://components.${domain}/machine-card.js`,
    exportName: 'MachineCard',
    release: '1.3.0',
    events: ['open'],
  });
  await company.addAll('ui.screenComponents', [
    { screenId: at(created, 0)._id, name: 'Accounts', componentId: table?._id, type: 'table', region: 'main' },
    { screenId: deals._id, name: 'Funnel', componentId: funnel?._id, type: 'chart', region: 'header', position: 1 },
  ]);
  await company.addAll('ui.screenActions', [
    {
      screenId: deals._id,
      name: 'Mark as won',
      type: 'update',
      placement: 'row',
      parameters: { stage: 'won' },
      variant: 'primary',
    },
    {
      screenId: at(created, 2)._id,
      name: 'New lead',
      type: 'navigate',
      placement: 'toolbar',
      targetScreenId: at(created, 7)._id,
    },
  ]);
  await company.attach('ui.screens', deals, {
    notes: ['Sales asked to see the value on the card, not only the name.'],
    tasks: [['Try the board on a phone', 9]],
    files: ['Board.png'],
    by: staff.salesLead,
  });
}

async function createWorkspaces(company: Company, staff: Staff, created: readonly Saved[]): Promise<void> {
  const ids = (...positions: number[]) => positions.map((position) => at(created, position)._id);
  const workspace = (name: string, icon: string, screenIds: string[], team: string, position: number) => ({
    name,
    icon,
    screenIds,
    defaultScreenId: screenIds[0],
    teamIds: [staff.teams.get(team)?._id],
    position,
  });
  await company.addAll('ui.workspaces', [
    workspace('Offices and hotels', 'handshake', ids(1, 0, 2, 3, 7), 'Offices & Hotels', 4),
    workspace('Service', 'wrench', ids(4, 5), 'Field Service', 5),
    workspace('Customer success', 'heart', ids(6, 0), 'Success', 6),
  ]);
  for (const [index, user] of staff.all.slice(0, 6).entries()) {
    const fields = { userId: user._id, screenId: at(created, index)._id, ownerId: user._id };
    await company.add('ui.userScreens', { ...fields, position: 0, pinned: index % 2 === 0, isDefault: true });
  }
}

/** Creates drafts, saved views, and the records that users opened last. */
async function createTraces(company: Company, staff: Staff, customers: readonly Customer[], created: readonly Saved[]) {
  const seller = at(staff.sales, 0);
  await company.add('ui.drafts', {
    name: 'Lead from the fair',
    userId: seller._id,
    modelKey: 'leads',
    screenId: at(created, 7)._id,
    data: { company: 'Amber Hill Hotel', lastName: 'Castillo' },
    expiresAt: company.time(30),
    ownerId: seller._id,
  });
  await company.addAll('ui.savedViews', [
    {
      name: 'Large open deals',
      userId: company.adminId,
      modelKey: 'sales.opportunities',
      filter: { value: { gte: 20_000 }, 'statusId.category': { nin: ['won', 'lost', 'closed'] } },
      sort: ['-value'],
      columns: ['name', 'accountId', 'stage', 'value', 'closeDate'],
      shared: true,
    },
    {
      name: 'My open deals',
      userId: company.adminId,
      modelKey: 'sales.opportunities',
      filter: { ownerId: 'me', 'statusId.category': { nin: ['won', 'lost', 'closed'] } },
      sort: ['closeDate'],
      columns: ['name', 'accountId', 'stage', 'value', 'closeDate'],
      shared: true,
    },
    {
      name: 'Closing this month',
      userId: company.adminId,
      modelKey: 'sales.opportunities',
      filter: { closeDate: { between: 'thisMonth' }, 'statusId.category': { nin: ['won', 'lost', 'closed'] } },
      sort: ['-value'],
      columns: ['name', 'accountId', 'ownerId', 'stage', 'value', 'closeDate'],
      shared: true,
    },
    {
      name: 'Leads of my team',
      userId: company.adminId,
      modelKey: 'sales.leads',
      filter: { ownerId: { in: ['myTeam'] } },
      sort: ['-score'],
      columns: ['name', 'company', 'status', 'score', 'ownerId'],
      shared: true,
    },
    {
      name: 'My leads by status',
      userId: seller._id,
      modelKey: 'sales.leads',
      layout: 'kanban',
      groupBy: 'statusId',
      filter: { ownerId: 'me' },
      ownerId: seller._id,
    },
  ]);
  for (const [index, { account }] of customers.slice(0, 10).entries()) {
    await company.add('ui.recordRecentViews', {
      userId: index < 5 ? company.adminId : seller._id,
      modelKey: 'accounts',
      recordId: account._id,
      recordTitle: account.name,
      screenId: at(created, 0)._id,
      viewedAt: company.time(-1, 8 + index),
      ownerId: index < 5 ? company.adminId : seller._id,
    });
  }
}
