import { type Company, domain, type Saved } from './company.ts';
import type { Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';

export async function createForms(company: Company, staff: Staff): Promise<Saved[]> {
  const published = { status: 'published', publishedAt: company.time(-200), language: 'en' };
  const marketer = at(staff.marketing, 0);
  return company.addAll('forms.forms', [
    {
      name: 'Contact us',
      title: 'Talk to us about coffee',
      slug: 'kestrel-contact',
      modelKey: 'leads',
      fields: ['firstName', 'lastName', 'email', 'company', 'phone', 'description'],
      requiredFields: ['lastName', 'email'],
      submitAction: 'createRecord',
      type: 'embedded',
      layout: 'singlePage',
      submitLabel: 'Send',
      successMessage: 'Thank you. We answer within one working day.',
      notifyUserIds: [marketer._id],
      notifyEmails: [`sales@${domain}`],
      consentText: 'I agree that Kestrel Coffee Systems answers me by email.',
      ownerId: marketer._id,
      ...published,
    },
    {
      name: 'Book a tasting',
      title: 'Taste before you choose',
      slug: 'kestrel-tasting',
      modelKey: 'contacts',
      fields: ['firstName', 'lastName', 'email', 'phone'],
      submitAction: 'upsertRecord',
      type: 'landingPage',
      layout: 'multiStep',
      submitLabel: 'Book',
      successMessage: 'We will propose three dates.',
      ownerId: marketer._id,
      ...published,
    },
    {
      name: 'After the visit',
      title: 'How was our technician?',
      slug: 'kestrel-visit-survey',
      modelKey: 'ui.supportTickets',
      fields: ['satisfactionRating', 'satisfactionComment'],
      submitAction: 'storeOnly',
      type: 'survey',
      layout: 'oneQuestionAtATime',
      ownerId: at(staff.service, 0)._id,
      ...published,
    },
  ]);
}

export async function createSubmissions(company: Company, forms: readonly Saved[], customers: readonly Customer[]) {
  const comments = ['Quick and friendly.', 'Explained the filter to the whole team.', 'Came twice for one fault.'];
  for (let index = 0; index < 15; index += 1) {
    const { account, contacts } = at(customers, index * 3);
    const contact = at(contacts, index);
    const survey = index % 3 === 2;
    const sent = -index * 4 - 1;
    const submission = await company.add('forms.formSubmissions', {
      formId: at(forms, index)._id,
      data: survey
        ? { satisfactionRating: index % 4 === 0 ? 'neutral' : 'good', satisfactionComment: at(comments, index) }
        : { firstName: contact.firstName, lastName: contact.lastName, email: contact.email },
      status: index === 0 ? 'received' : 'processed',
      submittedAt: company.time(sent, 13),
      ...(index > 0 && { processedAt: company.time(sent, 14) }),
      durationSeconds: company.random.int(20, 240),
      accountId: account._id,
      contactId: contact._id,
      email: contact.email,
      consentGiven: true,
      source: survey ? 'email' : 'website',
      pageUrl: `https://www.${domain}/${survey ? 'survey' : 'contact'}`,
      language: 'en',
    });
    if (index === 3)
      await company.addFile('forms.formSubmissionFiles', { formSubmissionId: submission._id }, 'Floor plan.pdf');
  }
}
