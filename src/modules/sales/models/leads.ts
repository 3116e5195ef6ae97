import {
  choice,
  datetime,
  email,
  integer,
  list,
  longText,
  number,
  phone,
  reference,
  text,
  url,
} from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { recordStatus } from '#core/statuses/record-status.ts';
import { address } from '../address.ts';
import { consent } from '../consent.ts';
import { currency } from '../currency.ts';
import { fullName } from '../fullName.ts';
import { leadStatuses } from '../standard-statuses.ts';

export const leads = defineModel({
  slug: 'leads',
  openToForms: true,
  children: ['files', 'notes', 'tasks'],
  requiresOneOf: ['lastName', 'firstName', 'company', 'email'],
  fields: {
    salutation: choice({ options: ['Mr', 'Ms', 'Mrs', 'Mx', 'Dr', 'Prof'], maxLength: 40 }),
    firstName: text({ maxLength: 100 }),
    lastName: text({ maxLength: 100 }),
    name: fullName(),
    email: email({ search: true, index: true }),
    phone: phone({ search: true }),
    mobilePhone: phone({ search: true }),
    company: text({ search: true }),
    title: text({ label: 'Job title' }),
    website: url(),
    linkedinUrl: url({ label: 'LinkedIn' }),
    industryId: reference('sales.industries'),
    regionId: reference('sales.regions'),
    ...recordStatus({ list: 'sales.leadStatuses', standard: leadStatuses }),
    sourceId: reference('sales.leadSources', { label: 'Source in list' }),
    source: choice({
      options: ['website', 'referral', 'event', 'advertising', 'email', 'coldCall', 'partner', 'import'],
    }),
    rating: choice({ options: ['hot', 'warm', 'cold'] }),
    score: number({ index: true }),
    employees: integer({ min: 0 }),
    annualRevenue: number({ money: true }),
    estimatedValue: number({ money: true }),
    currency: currency(),
    campaignId: reference('marketing.campaigns'),
    salesCampaignId: reference('sales.campaigns'),
    ...address('mailing'),
    ...consent(),
    tags: list(),
    language: text({ maxLength: 35 }),
    timeZone: text({ maxLength: 64 }),
    lastActivityAt: datetime({
      eventless: true,
      help: 'The time of the last call, meeting, mail, note or finished task.',
    }),
    disqualifiedReason: text(),
    routedAt: datetime({ readOnly: true, label: 'Routed' }),
    routingReason: text({ readOnly: true, label: 'Reason of the routing' }),
    convertedAt: datetime(),
    convertedContactId: reference('sales.contacts'),
    convertedAccountId: reference('sales.accounts'),
    convertedOpportunityId: reference('sales.opportunities'),
    description: longText(),
  },
});
