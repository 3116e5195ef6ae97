import type { Company } from './company.ts';
import type { Customer } from './customers.ts';
import { at } from './random.ts';

/** The days from one activity with a customer to the next, on average. */
const everyDays = 27;
const firstDay = -540;
const lastDay = 20;

const calls = [
  ['Asked how the new machines are doing', 'Two sites are happy, the third waits for a filter.'],
  ['Talked about the prices of next year', 'Expects a discount for three sites. Budget is decided in autumn.'],
  ['Called back about the late delivery', 'Sent the tracking number and apologised.'],
  ['Asked for a reference', 'Agrees to a visit by another customer.'],
] as const;

const appointments = [
  ['meeting', 'Quarterly review', 'Numbers of all sites are up. The canteen wants oat milk.'],
  ['visit', 'Visit of the kitchen', 'There is room for a second grinder, but no water line.'],
  ['demo', 'Tasting of the single origins', 'Yirgacheffe won, seven of nine votes.'],
  ['meeting', 'Contract talk', 'They want monthly billing and a shorter notice.'],
] as const;

const places = ['Their office', 'Our showroom', 'Video call'];
const callOutcomes = ['completed', 'completed', 'leftMessage', 'noAnswer'];

/** Calls, meetings, visits and tastings with every customer over eighteen months, and some that are planned. */
export async function createActivities(company: Company, customers: readonly Customer[]): Promise<void> {
  const { random } = company;
  await addTodays(company, customers);
  for (const [index, { account, contacts }] of customers.entries()) {
    let day = firstDay + random.int(0, everyDays);
    for (let n = index; day <= lastDay; n += 1) {
      const contact = at(contacts, n);
      const about = { accountId: account._id, contactId: contact._id, ownerId: account.ownerId };
      const isPast = day < 0;
      if (n % 3 === 0 || !isPast) await addAppointment(company, about, isPast ? [contact.email] : [], { n, day });
      else await addCall(company, about, { n, day });
      day += random.int(everyDays - 12, everyDays + 12);
    }
  }
}

/** Today's appointments of the user who loads the demo, whose start page shows them. */
const todays = [
  ['call', 'Call about the lease of the second machine', 10],
  ['meeting', 'Plan the tasting for the reopening', 14],
] as const;

async function addTodays(company: Company, customers: readonly Customer[]): Promise<void> {
  for (const [n, [type, subject, hour]] of todays.entries()) {
    const { account, contacts } = at(customers, n);
    const about = { accountId: account._id, contactId: at(contacts, 0)._id, ownerId: company.adminId };
    const [startsAt, endsAt] = [company.time(0, hour), company.time(0, hour + 1)];
    await company.add('sales.activities', { ...about, type, subject, startsAt, endsAt, location: at(places, n) });
  }
}

interface When {
  readonly n: number;
  readonly day: number;
}

async function addCall(company: Company, about: object, { n, day }: When): Promise<void> {
  const [subject, notes] = at(calls, n);
  const outcome = at(callOutcomes, n);
  await company.add('sales.activities', {
    ...about,
    type: 'call',
    subject,
    startsAt: company.time(day, 9 + (n % 7)),
    outcome,
    ...(outcome === 'completed' && { notes }),
  });
}

/** Nobody is invited: past appointments send no mail, and those to come have no attendees. */
async function addAppointment(
  company: Company,
  about: object,
  attendees: readonly string[],
  { n, day }: When,
): Promise<void> {
  const [type, subject, notes] = at(appointments, Math.floor(n / 3));
  const hour = 10 + (n % 5);
  const answers = attendees.map((email) => ({ email, answer: 'accepted', at: company.time(day - 3), comment: null }));
  await company.addAsPlatform('sales.activities', {
    ...about,
    type,
    subject,
    location: at(places, n),
    startsAt: company.time(day, hour),
    endsAt: company.time(day, hour + 1),
    ...(day < 0 && { outcome: 'completed', notes, attendees, answers }),
  });
}
