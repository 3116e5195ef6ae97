import { type Company, currency, domain, type Fields, type Saved } from './company.ts';
import type { Contact, Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import { type Library, templateNamed } from './library.ts';
import type { Pipeline } from './pipeline.ts';
import { at } from './random.ts';

const mailbox = `service@${domain}`;

/** Subject, message of the customer, our answer, and internal notes. */
const threads = [
  [
    'Delivery date',
    'When can we expect the two machines?',
    'On Thursday before nine.',
    'Ask the driver to call from the gate.',
  ],
  [
    'Milk foam too cold',
    'The foam of the left machine is lukewarm.',
    'A technician comes this afternoon.',
    'Third time; bring a new valve.',
  ],
  [
    'Quote for the third floor',
    'Could you extend the quote by one machine?',
    'You find the new quote attached.',
    'Same discount as before.',
  ],
  [
    'Invoice address',
    'Our invoices go to a new address from now on.',
    'Changed, thank you.',
    'Also changed in the open order.',
  ],
  ['Decaf', 'Do you have a decaf for the visitors?', 'We add a bag to your next box.', 'Offer the single origin too.'],
  [
    'Training for new staff',
    'We have four new people at the bar.',
    'How about the second Tuesday?',
    'Send somebody who knows the lever.',
  ],
] as const;

export async function createCommunications(
  company: Company,
  staff: Staff,
  library: Library,
  customers: readonly Customer[],
  { leads, deals }: Pipeline,
  campaigns: readonly Saved[],
): Promise<void> {
  for (let index = 0; index < 24; index += 1) await createThread(company, staff, at(customers, index), index);
  await createNewsletter(company, staff, library, customers, campaigns);
  await company.add('communications.emailTransports', {
    name: 'Mail server of the office',
    url: `smtps://kestrel:not-a-password@mail.${domain}:465`,
    fromName: 'Kestrel Coffee',
    fromEmail: `hello@${domain}`,
    ratePerSecond: 10,
    dailyLimit: 5000,
    active: false,
  });
  const referrers = deals.filter(({ opportunity }) => opportunity.stage === 'won').slice(0, 5);
  for (const [index, { account, contact }] of referrers.entries()) {
    const lead = at(leads, index * 4);
    await company.add('communications.referrals', {
      name: `${account.name} recommends us to ${lead.company}`,
      code: `NEIGHBOR-${index + 1}`,
      status: at(['pending', 'contacted', 'qualified'], index),
      source: 'inPerson',
      referrerContactId: contact._id,
      referrerAccountId: account._id,
      referredName: lead.firstName,
      referredEmail: lead.email,
      referredCompany: lead.company,
      leadId: lead._id,
      message: 'They admired our machine at the last meeting.',
      referredAt: company.time(-12 - index * 5, 12),
      rewardType: 'credit',
      rewardAmount: 150,
      currency,
      rewardStatus: 'pending',
      ownerId: account.ownerId,
    });
  }
}

async function createThread(
  company: Company,
  staff: Staff,
  { account, contacts }: Customer,
  index: number,
): Promise<void> {
  const [subject, question, answer, remark] = at(threads, index);
  const contact = at(contacts, index);
  const handler = at(staff.service, index);
  const open = index % 4 === 0;
  const asked = -index - 1;
  const about = { contactId: contact._id, accountId: account._id, ownerId: handler._id };
  const conversation = await company.add('communications.conversations', {
    ...about,
    subject,
    channel: index % 5 === 4 ? 'chat' : 'email',
    status: open ? 'open' : 'closed',
    priority: subject.startsWith('Milk') ? 'high' : 'normal',
    // Some of the open conversations are for the person who views the demo, and some are unassigned.
    assignedUserId: !open ? handler._id : at([company.adminId, null, handler._id], index / 4),
    assignedTeamId: staff.teams.get('Field Service')?._id,
    participants: [contact.email, mailbox],
    ...(company.adminId !== null && index % 3 === 0 && { followerIds: [company.adminId] }),
    preview: open ? question : answer,
    lastMessageAt: company.time(asked, open ? 9 : 11),
    lastMessageDirection: open ? 'inbound' : 'outbound',
    messageCount: open ? 1 : 2,
    unreadCount: open ? 1 : 0,
    ...(open && { waitingSince: company.time(asked, 9), firstReplyDueAt: company.time(asked + 1, 9) }),
    ...(!open && { firstRepliedAt: company.time(asked, 11), closedAt: company.time(asked, 12) }),
  });
  const received = await createMails(company, conversation, contact, about, [question, answer], asked);
  if (index % 6 === 2)
    await company.attach('communications.emails', received, { files: ['Third floor.pdf'], by: handler });
  await company.add('communications.comments', {
    conversationId: conversation._id,
    content: remark,
    emailId: received._id,
    // Mention only the admin, because others would get a mail.
    ...(company.adminId !== null && index % 3 === 0 && { mentionedUserIds: [company.adminId] }),
    ownerId: handler._id,
  });
}

/** Creates the question, and the answer once the conversation is closed. */
async function createMails(
  company: Company,
  conversation: Saved<{ subject: string; status: string }>,
  contact: Contact,
  about: Fields,
  [question, answer]: readonly [string, string],
  asked: number,
): Promise<Saved> {
  const { _id: conversationId, subject, status } = conversation;
  const open = status === 'open';
  const mail = { ...about, conversationId, subject, type: 'mailbox' };
  const received = await company.add('communications.emails', {
    ...mail,
    from: contact.email,
    fromName: `${contact.firstName} ${contact.lastName}`,
    to: [mailbox],
    text: question,
    direction: 'inbound',
    status: 'received',
    receivedAt: company.time(asked, 9),
    read: !open,
  });
  if (!open) {
    await company.add('communications.emails', {
      ...mail,
      from: mailbox,
      fromName: 'Kestrel service',
      to: [contact.email],
      text: answer,
      direction: 'outbound',
      status: 'delivered',
      sentAt: company.time(asked, 11),
      deliveredAt: company.time(asked, 11),
    });
  }
  return received;
}

/** Creates the last issue: the campaign, the mails, and the result for each reader. */
async function createNewsletter(
  company: Company,
  staff: Staff,
  library: Library,
  customers: readonly Customer[],
  campaigns: readonly Saved[],
): Promise<void> {
  const by = at(staff.marketing, 1);
  const template = templateNamed(library, 'Newsletter');
  const list = at(library.emailLists, 0);
  const readers = customers.slice(0, 20).map(({ contacts }) => at(contacts, 2));
  const statuses = readers.map((_, index) => statusOfReader(index));
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const opens = count('opened', 'clicked');
  const counts = {
    recipientCount: readers.length,
    sentCount: readers.length,
    deliveredCount: readers.length - count('bounced'),
    bounceCount: count('bounced'),
    openCount: opens,
    uniqueOpenCount: opens,
    clickCount: count('clicked'),
    uniqueClickCount: count('clicked'),
  };
  const letter = {
    fromName: 'Kestrel Coffee',
    fromEmail: `news@${domain}`,
    subject: 'What is brewing this month',
  };
  const campaign = await company.add('communications.campaigns', {
    ...letter,
    ...counts,
    name: 'Newsletter of last month',
    type: 'newsletter',
    status: 'sent',
    marketingCampaignId: at(campaigns, 3)._id,
    templateId: template._id,
    emailListIds: [list._id],
    sentAt: company.time(-24, 7),
    ownerId: by._id,
  });
  await company.attach('communications.campaigns', campaign, {
    notes: ['The photograph of the roastery was clicked most.'],
    tasks: [['Collect topics for the next issue', 8]],
    files: ['Roastery.png'],
    by,
  });
  const snapshot = await company.add('communications.emailSnapshots', {
    ...letter,
    ...counts,
    name: 'Newsletter of last month',
    communicationsCampaignId: campaign._id,
    campaignId: at(campaigns, 3)._id,
    templateId: template._id,
    emailListId: list._id,
    format: template.format,
    html: template.html,
    previewText: template.previewText,
    variables: template.sampleData,
    status: 'sent',
    takenAt: company.time(-24, 7),
    sentAt: company.time(-24, 7),
    ownerId: by._id,
  });
  await createReaders(company, snapshot, readers, by);
  await createSuppressions(company, library, readers, by);
}

/** Returns the status of a reader of the last issue. One address no longer exists. */
const statusOfReader = (index: number): string =>
  index === 7 ? 'bounced' : at(['delivered', 'opened', 'clicked', 'opened'], index);

async function createReaders(company: Company, snapshot: Saved, readers: readonly Contact[], by: Saved): Promise<void> {
  for (const [index, reader] of readers.entries()) {
    const status = statusOfReader(index);
    await company.add('communications.emailSnapshotContacts', {
      emailSnapshotId: snapshot._id,
      contactId: reader._id,
      email: reader.email,
      name: `${reader.firstName} ${reader.lastName}`,
      status,
      sentAt: company.time(-24, 7),
      openCount: status === 'opened' || status === 'clicked' ? 1 : 0,
      clickCount: status === 'clicked' ? 1 : 0,
      ownerId: by._id,
    });
  }
}

/**
 * Creates suppressions of a reader whose mail bounced, one who unsubscribed, one who complained, and one whom the
 * company does not write to.
 */
async function createSuppressions(
  company: Company,
  { emailLists }: Library,
  readers: readonly Contact[],
  by: Saved,
): Promise<void> {
  const entries = [
    [7, 'bounced', '550 5.1.1 No such user here'],
    [10, 'unsubscribed', null],
    [13, 'complained', null],
    [16, 'manual', 'Asked on the phone to get letters only.'],
  ] as const;
  for (const [index, reason, notes] of entries) {
    const { _id: contactId, email } = at(readers, index);
    await company.add('communications.emailSuppressions', {
      email,
      reason,
      contactId,
      ...(reason === 'unsubscribed' && { emailListId: at(emailLists, 0)._id }),
      suppressedAt: company.time(-23, 8 + index / 4),
      ...(notes !== null && { notes }),
      ownerId: by._id,
    });
  }
}
