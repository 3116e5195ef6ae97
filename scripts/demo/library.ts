import { type StarterTemplate, starterTemplates } from '../../src/modules/communications/mail/starters/index.ts';
import { type Company, domain, type Saved } from './company.ts';
import type { Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';

type Template = Omit<StarterTemplate, 'key'> & { readonly _id: string };

/** Templates and segments that campaigns and conversations use. */
export interface Library {
  readonly templates: readonly Template[];
  readonly segments: readonly Saved[];
  readonly emailLists: readonly Saved[];
}

export async function createLibrary(company: Company, staff: Staff, customers: readonly Customer[]): Promise<Library> {
  const owner = at(staff.marketing, 0);
  const madeTemplates = await company.addAll(
    'communications.emailTemplates',
    starterTemplates.map(({ key: _key, ...template }, index) => ({
      ...template,
      fromName: 'Kestrel Coffee',
      fromEmail: `hello@${domain}`,
      language: 'en',
      folder: template.category,
      usageCount: 120 - index * 13,
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
      ownerId: owner._id,
    },
    {
      name: 'Hotel managers',
      type: 'static',
      fromName: 'Kestrel Coffee',
      fromEmail: `hello@${domain}`,
      doubleOptIn: true,
      unsubscribedCount: 1,
      ownerId: owner._id,
    },
  ]);
  await createMembers(company, at(emailLists, 1), customers, owner);
  return { templates: madeTemplates, segments, emailLists };
}

/** Creates six subscribers, one who left, and one who has not confirmed yet. */
async function createMembers(company: Company, list: Saved, customers: readonly Customer[], owner: Saved) {
  for (const [index, { contacts }] of customers.slice(0, 8).entries()) {
    const contact = at(contacts, 0);
    const subscribedAt = company.time(-90 + index * 10);
    const status = index === 3 ? 'unsubscribed' : index === 7 ? 'pending' : 'subscribed';
    await company.add('communications.emailListMembers', {
      emailListId: list._id,
      contactId: contact._id,
      email: contact.email,
      name: `${contact.firstName} ${contact.lastName}`,
      status,
      source: index < 4 ? 'import' : 'page',
      subscribedAt,
      ...(status !== 'pending' && { confirmedAt: company.time(-90 + index * 10, 10) }),
      ...(status === 'unsubscribed' && { unsubscribedAt: company.time(-20, 19) }),
      ownerId: owner._id,
    });
  }
}

/** Returns the template with this name. */
export function templateNamed({ templates }: Library, name: string): Template {
  const template = templates.find((one) => one.name === name);
  if (!template) throw new Error(`there is no template ${name}`);
  return template;
}

async function createSegments(company: Company, customers: readonly Customer[], owner: Saved): Promise<Saved[]> {
  const hotels = customers.filter(({ account }) => account.industry === 'Hospitality');
  const segments = await company.addAll('marketing.segments', [
    {
      name: 'Agreed to email',
      modelKey: 'contacts',
      type: 'dynamic',
      definition: { emailOptIn: true },
      ownerId: owner._id,
    },
    {
      name: 'Hotels and restaurants',
      modelKey: 'contacts',
      type: 'static',
      contactIds: hotels.flatMap(({ contacts }) => contacts.map(({ _id }) => _id)),
      accountIds: hotels.map(({ account }) => account._id),
      ownerId: owner._id,
    },
    {
      name: 'Former customers',
      modelKey: 'accounts',
      type: 'dynamic',
      definition: { status: 'churned' },
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
