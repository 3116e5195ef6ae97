import {
  choice,
  date,
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
import { currency } from '../currency.ts';
import { socialLinks } from '../socialLinks.ts';
import { accountStatuses } from '../standard-statuses.ts';

/** Companies that the tenant sells to, not tenants of the platform. */
export const accounts = defineModel({
  slug: 'accounts',
  openToForms: true,
  children: ['files', 'notes', 'tasks'],
  timelineIncludes: { 'sales.contacts': 'accountId', 'sales.opportunities': 'accountId' },
  fields: {
    name: text({ required: true, search: true, index: true }),
    accountNumber: text({ unique: true, maxLength: 100, search: true, autonumber: 'A-{000000}' }),
    domain: text({ maxLength: 253, search: true, index: true }),
    website: url(),
    phone: phone({ search: true }),
    email: email({ search: true }),
    industryId: reference('sales.industries'),
    typeId: reference('sales.accountTypes'),
    sourceId: reference('sales.accountSources'),
    ...recordStatus({ list: 'sales.accountStatuses', standard: accountStatuses }),
    rating: choice({ options: ['hot', 'warm', 'cold'] }),
    parentAccountId: reference('sales.accounts', { acyclic: true }),
    organizationId: reference('sales.organizations'),
    regionId: reference('sales.regions'),
    slaTypeId: reference('sales.slaTypes', { label: 'SLA type' }),
    ownership: choice({ options: ['public', 'private', 'subsidiary', 'nonProfit', 'government'] }),
    employees: integer({ min: 0 }),
    annualRevenue: number({ money: true, index: true }),
    currency: currency(),
    foundedYear: integer({ min: 1, max: 9999 }),
    ...address('billing'),
    ...address('shipping'),
    taxNumber: text({ maxLength: 100 }),
    registrationNumber: text({ maxLength: 100 }),
    paymentTerms: choice({ options: ['onReceipt', 'net15', 'net30', 'net60', 'net90'] }),
    ...socialLinks(),
    logoUrl: url({ outward: true, label: 'Logo' }),
    timeZone: text({ maxLength: 64 }),
    tags: list(),
    score: number(),
    customerSince: date(),
    lastActivityAt: datetime({
      eventless: true,
      help: 'The time of the last call, meeting, mail, note or finished task.',
    }),
    description: longText(),
  },
});
