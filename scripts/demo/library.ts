import { type Company, domain, type Saved } from './company.ts';
import type { Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';

/** Templates and segments that campaigns and conversations use. */
export interface Library {
  readonly templates: readonly Saved<{ subject: string; html: string }>[];
  readonly segments: readonly Saved[];
  readonly emailLists: readonly Saved[];
}

/** Name, category, subject and text. */
const templates = [
  [
    'Newsletter',
    'newsletter',
    'What is brewing this month',
    'Hello {{firstName}}, here is what we roasted, built and learned.',
  ],
  [
    'Tasting invitation',
    'marketing',
    'Taste three coffees on us',
    'Hello {{firstName}}, we bring the machine, you bring the team.',
  ],
  [
    'Quote follow-up',
    'sales',
    'Any questions about our quote?',
    'Hello {{firstName}}, I am happy to go through the quote with you.',
  ],
  [
    'Welcome',
    'onboarding',
    'Your machine arrives soon',
    'Hello {{firstName}}, this is what happens on the day of installation.',
  ],
  [
    'Service appointment',
    'support',
    'Our technician visits you',
    'Hello {{firstName}}, please keep the machine running until we arrive.',
  ],
  [
    'Contract renewal',
    'transactional',
    'Your service contract',
    'Hello {{firstName}}, your contract ends on {{date}}. Nothing to do if all is well.',
  ],
] as const;

export async function createLibrary(company: Company, staff: Staff, customers: readonly Customer[]): Promise<Library> {
  const owner = at(staff.marketing, 0);
  const madeTemplates = await company.addAll(
    'communications.emailTemplates',
    templates.map(([name, category, subject, text], index) => ({
      name,
      category,
      subject,
      text,
      html: `<h1>${subject}</h1><p>${text}</p>`,
      variables: text.includes('{{date}}') ? ['firstName', 'date'] : ['firstName'],
      sampleData: { firstName: 'Camille', date: company.day(30) },
      fromName: 'Kestrel Coffee',
      fromEmail: `hello@${domain}`,
      language: 'en',
      folder: category,
      usageCount: 120 - index * 17,
      ownerId: owner._id,
    })),
  );
  const segments = await createSegments(company, customers, owner);
  const emailLists = await company.addAll('communications.emailLists', [
    {
      name: 'Newsletter readers',
      type: 'dynamic',
      segmentId: at(segments, 0)._id,
      fromName: 'Kestrel Coffee',
      fromEmail: `news@${domain}`,
      doubleOptIn: true,
      permissionReminder: 'You asked for our newsletter on our website or at a fair.',
      language: 'en',
      memberCount: 84,
      ownerId: owner._id,
    },
    {
      name: 'Hotel managers',
      type: 'static',
      contactIds: customers.slice(0, 6).map(({ contacts }) => at(contacts, 0)._id),
      memberCount: 6,
      ownerId: owner._id,
    },
  ]);
  return { templates: madeTemplates, segments, emailLists };
}

async function createSegments(company: Company, customers: readonly Customer[], owner: Saved): Promise<Saved[]> {
  const hotels = customers.filter(({ account }) => account.industry === 'Hospitality');
  const segments = await company.addAll('marketing.segments', [
    {
      name: 'Agreed to email',
      modelKey: 'contacts',
      type: 'dynamic',
      definition: { filter: { emailOptIn: true } },
      memberCount: 84,
      lastEvaluatedAt: company.time(-1, 4),
      ownerId: owner._id,
    },
    {
      name: 'Hotels and restaurants',
      modelKey: 'contacts',
      type: 'static',
      contactIds: hotels.flatMap(({ contacts }) => contacts.map(({ _id }) => _id)),
      accountIds: hotels.map(({ account }) => account._id),
      memberCount: hotels.length * 3,
      ownerId: owner._id,
    },
    {
      name: 'Former customers',
      modelKey: 'accounts',
      type: 'dynamic',
      definition: { filter: { status: 'churned' } },
      memberCount: 2,
      ownerId: owner._id,
    },
  ]);
  await company.attach('marketing.segments', at(segments, 1), {
    notes: ['Without canteens of hospitals; those get letters of their own.'],
    files: ['Hotels and restaurants.csv'],
    by: owner,
  });
  return segments;
}
