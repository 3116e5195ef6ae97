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
  const workflow = await createWorkflow(company, library, people, owner);
  const sequence = await createSequence(company, campaigns, people, owner);
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
    enrolledCount: 31,
    activeCount: 12,
    completedCount: 17,
    exitedCount: 2,
    ownerId: owner._id,
  });
  await company.attach('marketing.emailDripCampaigns', drip, {
    notes: ['The second letter has the most replies.'],
    by: owner,
  });
  await company.add('marketing.emailSequenceWorkflows', {
    name: 'After a tasting',
    workflowId: workflow._id,
    campaignId: at(campaigns, 1)._id,
    campaignSequenceId: sequence._id,
    emailDripCampaignId: drip._id,
    status: 'paused',
    trigger: 'formSubmitted',
    steps: [{ templateId: templateNamed(library, 'Plain letter')._id, afterDays: 2 }],
    fromName: 'Kestrel Coffee',
    fromEmail: `hello@${domain}`,
    enrolledCount: 22,
    completedCount: 22,
    ownerId: owner._id,
  });
}

async function createWorkflow(company: Company, library: Library, people: readonly Contact[], owner: Saved) {
  const workflow = await company.add('marketing.workflows', {
    name: 'New lead to tasting',
    description: 'Invites new leads and hands those who answer to sales.',
    type: 'marketing',
    status: 'paused',
    modelKey: 'leads',
    trigger: 'recordCreated',
    triggerConfig: { source: 'website' },
    goal: { field: 'status', value: 'qualified' },
    activatedAt: company.time(-120),
    pausedAt: company.time(-3, 17),
    enrolledCount: people.length,
    ownerId: owner._id,
  });
  // Steps are created from the last to the first, because each one names the next.
  const steps = [
    { name: 'Tell the owner', type: 'notifyUser', config: { message: 'A lead is ready for a call.' } },
    { name: 'Wait three days', type: 'wait', delay: 3, delayUnit: 'days' },
    { name: 'Invite to a tasting', type: 'sendEmail', templateId: templateNamed(library, 'Event invitation')._id },
  ];
  let next: Saved | undefined;
  for (const [index, step] of steps.entries()) {
    next = await company.add('marketing.workflowSteps', {
      workflowId: workflow._id,
      ...step,
      position: steps.length - 1 - index,
      nextStepId: next?._id ?? null,
      ownerId: owner._id,
    });
  }
  for (const [index, person] of people.entries()) {
    const done = index % 3 === 0;
    await company.add('marketing.workflowEnrollments', {
      workflowId: workflow._id,
      contactId: person._id,
      enrolledAt: company.time(-30 + index, 9),
      status: done ? 'completed' : 'paused',
      source: 'trigger',
      ...(done ? { completedAt: company.time(-20 + index, 9), stepCount: steps.length } : { currentStepId: next?._id }),
      ownerId: owner._id,
    });
  }
  return workflow;
}

async function createSequence(company: Company, campaigns: readonly Saved[], people: readonly Contact[], owner: Saved) {
  const steps = [
    { channel: 'email', afterDays: 0 },
    { channel: 'sms', afterDays: 6 },
    { channel: 'email', afterDays: 9 },
  ];
  const sequence = await company.add('marketing.campaignSequences', {
    name: 'Duo launch, three touches',
    campaignId: at(campaigns, 0)._id,
    status: 'active',
    trigger: 'campaignStarted',
    steps,
    startDate: company.day(-30),
    enrolledCount: people.length,
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
