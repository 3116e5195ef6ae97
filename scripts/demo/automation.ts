import { type Company, domain, type Saved } from './company.ts';
import type { Contact, Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import { type Library, templateNamed } from './library.ts';
import { at } from './random.ts';

/** Sequences and workflows, with their members. */
export async function createAutomation(
  company: Company,
  staff: Staff,
  library: Library,
  campaigns: readonly Saved[],
  customers: readonly Customer[],
): Promise<void> {
  const owner = at(staff.marketing, 0);
  const people = customers.slice(0, 12).map(({ contacts }) => at(contacts, 1));
  const sequence = await createSequence(company, library, campaigns, people, owner);
  const drip = await company.add('marketing.emailDripCampaigns', {
    name: 'Welcome in three letters',
    description: 'For everybody whose machine has just been installed.',
    campaignId: at(campaigns, 3)._id,
    status: 'active',
    trigger: 'tagAdded',
    goal: 'A second order within a year.',
    emails: [
      { templateId: templateNamed(library, 'Welcome')._id, afterDays: 0 },
      { templateId: templateNamed(library, 'Newsletter')._id, afterDays: 14 },
      { templateId: templateNamed(library, 'Event invitation')._id, afterDays: 60 },
    ],
    fromName: 'Kestrel Coffee',
    fromEmail: `hello@${domain}`,
    segmentIds: [at(library.segments, 0)._id],
    ownerId: owner._id,
  });
  await company.attach('marketing.emailDripCampaigns', drip, {
    notes: ['The second letter has the most replies.'],
    by: owner,
  });
  await company.add('marketing.emailSequenceWorkflows', {
    name: 'After a tasting',
    campaignId: at(campaigns, 1)._id,
    campaignSequenceId: sequence._id,
    emailDripCampaignId: drip._id,
    status: 'draft',
    trigger: 'formSubmitted',
    steps: [
      { templateId: templateNamed(library, 'Plain letter')._id, afterDays: 2 },
      { channel: 'task', title: 'Call and ask how the coffee was', afterDays: 5 },
    ],
    fromName: 'Kestrel Coffee',
    fromEmail: `hello@${domain}`,
    ownerId: owner._id,
  });
  await createWorkflow(company, library, people, owner);
}

async function createWorkflow(company: Company, library: Library, people: readonly Contact[], owner: Saved) {
  const workflow = await company.add('marketing.workflows', {
    name: 'From the fair to a tasting',
    description:
      'Invites people from the fair, asks those who do not open the mail once more, and has the others called.',
    type: 'marketing',
    status: 'paused',
    modelKey: 'contacts',
    trigger: 'manual',
    sendWindow: { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', tz: 'contact' },
    steps: [
      {
        key: 'invite',
        name: 'Invite to a tasting',
        type: 'sendEmail',
        config: { templateId: templateNamed(library, 'Event invitation')._id },
        next: 'opened',
      },
      {
        key: 'opened',
        name: 'Opened within three days?',
        type: 'wait',
        config: { event: { type: 'email.opened' }, timeout: '3d', timeoutNext: 'again' },
        next: 'call',
      },
      {
        key: 'again',
        name: 'Ask once more',
        type: 'sendEmail',
        config: {
          subject: 'Would another day suit you better?',
          text: 'Hello {{ contact.firstName }},\n\nthere are tastings every Thursday. Just answer with a date.\n\nKestrel Coffee',
        },
        next: null,
      },
      {
        key: 'call',
        name: 'Call',
        type: 'createTask',
        config: { title: 'Call {{ contact.firstName }} about the tasting', dueIn: '2d' },
        next: null,
      },
    ],
    ownerId: owner._id,
  });
  for (const [index, person] of people.entries()) {
    await company.add('marketing.workflowEnrollments', {
      workflowId: workflow._id,
      contactId: person._id,
      enrolledAt: company.time(-30 + index, 9),
      status: index % 3 === 0 ? 'completed' : 'paused',
      source: 'manual',
      ownerId: owner._id,
    });
  }
}

async function createSequence(
  company: Company,
  library: Library,
  campaigns: readonly Saved[],
  people: readonly Contact[],
  owner: Saved,
) {
  const templateId = templateNamed(library, 'Newsletter')._id;
  const steps = [
    { channel: 'email', templateId, afterDays: 0 },
    { channel: 'sms', text: 'The Duo is here. Stop by and try it. Kestrel Coffee', afterDays: 6 },
    { channel: 'email', templateId: templateNamed(library, 'Plain letter')._id, afterDays: 9 },
  ];
  const sequence = await company.add('marketing.campaignSequences', {
    name: 'Duo launch, three touches',
    campaignId: at(campaigns, 0)._id,
    status: 'draft',
    trigger: 'campaignStarted',
    steps,
    startDate: company.day(-30),
    ownerId: owner._id,
  });
  const snapshot = await company.add('marketing.campaignSequenceSnapshots', {
    name: 'First wave',
    campaignSequenceId: sequence._id,
    campaignId: at(campaigns, 0)._id,
    status: 'completed',
    takenAt: company.time(-30, 8),
    completedAt: company.time(-21, 8),
    steps,
    contactCount: people.length,
    sentCount: people.length * 2,
    ownerId: owner._id,
  });
  for (const [index, person] of people.entries()) {
    await company.add('marketing.campaignSequenceSnapshotContacts', {
      campaignSequenceSnapshotId: snapshot._id,
      contactId: person._id,
      name: `${person.firstName} ${person.lastName}`,
      email: person.email,
      status: at(['completed', 'replied', 'completed', 'unsubscribed'], index),
      currentStep: 3,
      enteredAt: company.time(-30, 8),
      openCount: index % 4,
      ownerId: owner._id,
    });
  }
  return sequence;
}
