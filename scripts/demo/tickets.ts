import { type Company, domain, type Saved } from './company.ts';
import type { Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import type { Product } from './products.ts';
import { at } from './random.ts';

/** Subject, description, kind, category, priority. */
const problems = [
  [
    'Machine shows E14 every morning',
    'After a restart it works until the next day.',
    'incident',
    'performance',
    'high',
  ],
  [
    'Grinder is much louder than before',
    'Guests in the lobby have begun to complain.',
    'incident',
    'performance',
    'normal',
  ],
  ['How often should we change the filter?', 'We make about sixty cups a day.', 'question', 'usability', 'low'],
  ['Water under the machine', 'The floor is wet. We have switched it off.', 'incident', 'other', 'urgent'],
  ['Second user for the customer portal', 'Our new facilities manager needs access.', 'task', 'account', 'normal'],
  ['Invoice shows the old contract', 'We moved to Gold in spring.', 'problem', 'billing', 'normal'],
  ['Oat milk in the menu', 'Could the display offer oat milk by name?', 'featureRequest', 'usability', 'low'],
] as const;

const statuses = ['new', 'open', 'pending', 'solved', 'closed', 'solved'] as const;

export type Ticket = Saved<{ subject: string; status: string; accountId: string; contactId: string; priority: string }>;

export async function createTickets(
  company: Company,
  staff: Staff,
  customers: readonly Customer[],
  products: readonly Product[],
  articles: readonly Saved[],
): Promise<Ticket[]> {
  const buyers = customers.filter(({ account }) => account.status === 'customer');
  const tickets: Ticket[] = [];
  for (let index = 0; index < 30; index += 1) {
    const ticket = await createTicket(company, staff, at(buyers, index * 5), at(products, index % 5), index);
    tickets.push(ticket);
    if (ticket.status === 'solved' || ticket.status === 'closed')
      await resolve(company, staff, ticket, articles, index);
  }
  await createAnnouncements(company, staff, products);
  return tickets;
}

async function createTicket(company: Company, staff: Staff, customer: Customer, product: Product, index: number) {
  const [subject, description, type, category, priority] = at(problems, index);
  const contact = at(customer.contacts, index);
  const handler = at(staff.service, index);
  const status = at(statuses, index);
  const age = -index - 1;
  const ended = status === 'solved' || status === 'closed';
  const ticket = await company.add('ui.supportTickets', {
    subject,
    description,
    priority,
    status,
    type,
    category,
    severity: priority === 'urgent' ? 'critical' : priority === 'high' ? 'major' : 'minor',
    channel: at(['email', 'phone', 'web', 'app'], index),
    // The requester is the contact, not a member of the staff.
    requesterId: null,
    requesterName: `${contact.firstName} ${contact.lastName}`,
    requesterEmail: contact.email,
    accountId: customer.account._id,
    contactId: contact._id,
    productId: product._id,
    teamId: staff.teams.get('Field Service')?._id,
    dueAt: company.time(age + 3, 17),
    ...(status !== 'new' && {
      assignedUserId: handler._id,
      assignedAt: company.time(age, 10),
      firstRespondedAt: company.time(age, 11),
    }),
    ...(ended && { solvedAt: company.time(age + 1, 16), satisfactionRating: at(['good', 'good', 'neutral'], index) }),
    ...(status === 'closed' && { closedAt: company.time(age + 1, 17) }),
    tags: [product.name],
    ownerId: handler._id,
  });
  if (status !== 'new') {
    await company.attach('ui.supportTickets', ticket, {
      notes: [
        `Spoke to ${contact.firstName}. ${priority === 'urgent' ? 'On my way.' : 'Looked at the counter together.'}`,
      ],
      tasks: index % 4 === 1 ? [['Order the part', age + 2]] : [],
      files: index % 7 === 1 ? ['Photograph.png'] : [],
      by: handler,
    });
  }
  return ticket;
}

const resolve = (company: Company, staff: Staff, ticket: Ticket, articles: readonly Saved[], index: number) =>
  company.add('ui.supportTicketResolutions', {
    supportTicketId: ticket._id,
    summary: at(['Valve replaced', 'Filter changed', 'Explained on the phone'], index),
    content: 'Tested with ten cups together with the customer.',
    type: at(['fixed', 'fixed', 'answered'], index),
    rootCause: 'Scale in the water line.',
    preventiveAction: 'Inspection twice a year.',
    supportArticleId: at(articles, index)._id,
    resolvedById: at(staff.service, index)._id,
    resolvedAt: company.time(-index, 16),
    minutesSpent: company.random.int(10, 160),
    accepted: true,
    ownerId: at(staff.service, index)._id,
  });

async function createAnnouncements(company: Company, staff: Staff, products: readonly Product[]): Promise<void> {
  const by = at(staff.service, 0);
  const published = { status: 'published', authorId: by._id, ownerId: by._id, language: 'en' };
  const [update] = await company.addAll('ui.enterpriseProductAnnouncements', [
    {
      title: 'Software 4.2 for all Pro machines',
      summary: 'Shorter cleaning, a quieter start and oat milk in the menu.',
      content: 'Technicians install it at the next visit. It takes ten minutes.',
      type: 'improvement',
      productId: at(products, 2)._id,
      release: '4.2',
      publishedAt: company.time(-9, 8),
      display: 'banner',
      pinned: true,
      linkUrl: `https://www.${domain}/service`,
      linkLabel: 'What is new',
      ...published,
    },
    {
      title: 'Hotline closed on the company day',
      type: 'event',
      effectiveDate: company.day(16),
      publishedAt: company.time(-2, 8),
      expiresAt: company.time(17, 0),
      audience: 'customers',
      display: 'feed',
      ...published,
    },
  ]);
  if (!update) return;
  await company.add('ui.announcementDismissals', { announcementId: update._id, userId: by._id });
  await company.attach('ui.enterpriseProductAnnouncements', update, {
    notes: ['Ask for a date when a machine is older than four years.'],
    tasks: [['Answer the questions under the announcement', 3]],
    files: ['Release notes 4.2.pdf'],
    by,
  });
}
