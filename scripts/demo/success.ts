import { type Company, currency, type Saved } from './company.ts';
import type { Customer } from './customers.ts';
import type { Staff } from './identity.ts';
import type { Product } from './products.ts';
import { at } from './random.ts';
import type { Ticket } from './tickets.ts';

/** Creates renewals, health scores, plans and escalations. */
export async function createSuccess(
  company: Company,
  staff: Staff,
  customers: readonly Customer[],
  products: readonly Product[],
  tickets: readonly Ticket[],
): Promise<void> {
  const contracts = products.filter(({ type }) => type === 'subscription');
  const renewals: Saved[] = [];
  for (const [index, customer] of customers.filter(({ account }) => account.status === 'customer').entries()) {
    const score = company.random.int(38, 97);
    await createHealthScores(company, staff, customer, score, index);
    if (index % 2 === 0)
      renewals.push(await createRenewal(company, staff, customer, at(contracts, index), score, index));
  }
  await createPlans(company, staff, customers, renewals);
  await createEscalations(company, staff, tickets);
}

const managerOf = (staff: Staff, index: number): string => at(staff.success, index)._id;

const levelOf = (score: number) =>
  score >= 75 ? 'healthy' : score >= 60 ? 'neutral' : score >= 45 ? 'atRisk' : 'critical';

async function createHealthScores(
  company: Company,
  staff: Staff,
  { account, contacts }: Customer,
  score: number,
  index: number,
) {
  const { random } = company;
  const previousScore = Math.max(0, Math.min(100, score + random.int(-12, 12)));
  await company.add('customerSuccess.healthScores', {
    name: `${account.name}, last quarter`,
    accountId: account._id,
    contactId: at(contacts, 0)._id,
    successManagerId: managerOf(staff, index),
    score,
    previousScore,
    status: levelOf(score),
    trend: score > previousScore + 2 ? 'improving' : score < previousScore - 2 ? 'declining' : 'stable',
    usageScore: random.int(30, 100),
    supportScore: random.int(30, 100),
    relationshipScore: random.int(30, 100),
    netPromoterScore: random.int(-20, 80),
    churnProbability: Math.round((100 - score) / 2),
    factors: { cupsPerDay: random.int(30, 400), openTickets: random.int(0, 3) },
    source: 'calculated',
    periodStart: company.day(-90),
    periodEnd: company.day(-1),
    measuredAt: company.time(-1, 5),
    ownerId: managerOf(staff, index),
  });
}

function createRenewal(
  company: Company,
  staff: Staff,
  { account, contacts }: Customer,
  product: Product,
  score: number,
  index: number,
) {
  const seats = company.random.int(1, 8);
  const currentValue = product.price * seats;
  const ends = -40 + index * 9;
  const past = ends < 0;
  const status = past
    ? score < 45
      ? 'churned'
      : 'renewed'
    : score < 60
      ? 'atRisk'
      : ends < 60
        ? 'inProgress'
        : 'upcoming';
  return company.add('customerSuccess.renewals', {
    name: `${account.name}: ${product.name}`,
    accountId: account._id,
    contactId: at(contacts, 0)._id,
    productId: product._id,
    successManagerId: managerOf(staff, index),
    status,
    stage: past ? 'closed' : status === 'inProgress' ? 'proposal' : 'notStarted',
    type: 'renewal',
    renewalDate: company.day(ends),
    contractNumber: `KC-S${401 + index}`,
    contractStartDate: company.day(ends - 365),
    contractEndDate: company.day(ends),
    noticeDate: company.day(ends - 60),
    termMonths: 12,
    autoRenew: index % 3 === 0,
    currentValue,
    renewalValue: status === 'churned' ? 0 : Math.round(currentValue * 1.03),
    currency,
    upliftPercent: 3,
    seatCount: seats,
    probability: past ? (status === 'renewed' ? 100 : 0) : Math.min(95, score),
    healthScore: score,
    riskLevel: score < 45 ? 'high' : score < 60 ? 'medium' : 'low',
    ...(status === 'churned' && { churnReason: 'price' }),
    ...(past && { closedAt: company.time(ends, 16) }),
    ownerId: managerOf(staff, index),
  });
}

async function createPlans(company: Company, staff: Staff, customers: readonly Customer[], renewals: readonly Saved[]) {
  const plans = [
    ['Onboarding of the new sites', 'onboarding', 'onTrack', 60, 'Eight machines run, forty people are trained.'],
    ['Back to green', 'recovery', 'atRisk', 30, 'No ticket is open for more than two days.'],
    ['From Standard to Gold', 'expansion', 'active', 45, 'All sites share one contract.'],
    ['First hundred days', 'adoption', 'completed', 100, 'Every floor uses the machine daily.'],
  ] as const;
  for (const [index, [name, type, status, progress, objective]] of plans.entries()) {
    const { account, contacts } = at(customers, index * 8);
    const plan = await company.add('customerSuccess.successPlans', {
      name: `${account.name}: ${name}`,
      accountId: account._id,
      contactId: at(contacts, 0)._id,
      renewalId: renewals.find((renewal) => renewal.accountId === account._id)?._id ?? null,
      successManagerId: managerOf(staff, index),
      executiveSponsorId: staff.director._id,
      type,
      status,
      progress,
      objective,
      successCriteria: 'Agreed with the customer and measured every month.',
      milestones: [
        { title: 'Kick-off', day: company.day(-40) },
        { title: 'Review', day: company.day(20) },
      ],
      startDate: company.day(-40),
      targetDate: company.day(60),
      nextReviewDate: company.day(20),
      ownerId: managerOf(staff, index),
    });
    const by = at(staff.success, index);
    await company.attach('customerSuccess.successPlans', plan, {
      tasks: [
        ['Kick-off with all sites', -38],
        ['Train the second shift', -5 + index * 4],
        ['Review with the sponsor', 20],
      ],
      by,
    });
  }
}

async function createEscalations(company: Company, staff: Staff, tickets: readonly Ticket[]): Promise<void> {
  for (const [index, ticket] of tickets
    .filter(({ priority }) => priority === 'urgent')
    .slice(0, 4)
    .entries()) {
    const solved = ticket.status === 'solved' || ticket.status === 'closed';
    const by = at(staff.success, index);
    const escalation = await company.add('customerSuccess.escalations', {
      subject: ticket.subject,
      description: 'The bar had to close for a morning; the customer asks for a guarantee.',
      accountId: ticket.accountId,
      contactId: ticket.contactId,
      supportTicketId: ticket._id,
      status: solved ? 'resolved' : 'inProgress',
      priority: 'urgent',
      severity: 'major',
      level: 1 + (index % 2),
      category: 'product',
      source: 'customer',
      businessImpact: 'No coffee for two hundred guests.',
      actionPlan: 'Loan machine today, new valve tomorrow, inspection in a month.',
      escalatedById: by._id,
      assignedUserId: at(staff.service, 0)._id,
      executiveSponsorId: staff.director._id,
      escalatedAt: company.time(-6 - index, 9),
      ...(solved && { resolvedAt: company.time(-3, 15), resolution: 'The valve was replaced and the line descaled.' }),
      revenueAtRisk: 12_000 + index * 3500,
      currency,
      customerSentiment: 'negative',
      ownerId: by._id,
    });
    await company.attach('customerSuccess.escalations', escalation, {
      notes: ['The loan machine stands and runs.'],
      by,
    });
  }
}
