import { choice, date, datetime, json, longText, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** One measurement of a customer's health. */
export const healthScores = defineModel({
  slug: 'healthScores',
  indexes: [['accountId', 'measuredAt']],
  fields: {
    name: text({ search: true }),
    accountId: reference('sales.accounts'),
    contactId: reference('sales.contacts'),
    productId: reference('sales.products'),
    successManagerId: reference('identity.users', { responsible: true }),
    score: number({ min: 0, max: 100, index: true }),
    previousScore: number({ min: 0, max: 100 }),
    status: choice({ options: ['healthy', 'neutral', 'atRisk', 'critical'], index: true }),
    trend: choice({ options: ['improving', 'stable', 'declining'] }),
    usageScore: number({ min: 0, max: 100 }),
    adoptionScore: number({ min: 0, max: 100 }),
    engagementScore: number({ min: 0, max: 100 }),
    supportScore: number({ min: 0, max: 100 }),
    relationshipScore: number({ min: 0, max: 100 }),
    sentimentScore: number({ min: 0, max: 100 }),
    financialScore: number({ min: 0, max: 100 }),
    onboardingScore: number({ min: 0, max: 100 }),
    netPromoterScore: number({ min: -100, max: 100 }),
    satisfactionScore: number({ min: 0, max: 100 }),
    churnProbability: number({ min: 0, max: 100 }),
    factors: json({ shape: 'object' }),
    source: choice({ options: ['manual', 'calculated', 'survey', 'imported'] }),
    periodStart: date(),
    periodEnd: date(),
    measuredAt: datetime({ defaultFrom: 'now', index: true }),
    comment: longText({ search: true }),
  },
});
