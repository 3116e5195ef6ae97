import {
  choice,
  datetime,
  email,
  integer,
  json,
  list,
  longText,
  number,
  phone,
  reference,
  text,
  url,
} from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { address } from '../address.ts';
import { currency } from '../currency.ts';
import { socialLinks } from '../socialLinks.ts';

/** External data about organizations, which may be accounts or not. */
export const organizations = defineModel({
  slug: 'organizations',
  openToForms: true,
  fields: {
    name: text({ required: true, search: true, index: true }),
    legalName: text({ search: true }),
    domain: text({ maxLength: 253, search: true, index: true }),
    website: url(),
    email: email({ search: true }),
    phone: phone(),
    typeId: reference('sales.organizationTypes'),
    industryId: reference('sales.industries'),
    regionId: reference('sales.regions'),
    accountId: reference('sales.accounts'),
    parentOrganizationId: reference('sales.organizations', { acyclic: true }),
    status: choice({ options: ['active', 'inactive', 'acquired', 'dissolved'] }),
    employees: integer({ min: 0 }),
    annualRevenue: number({ money: true }),
    annualBudget: number({ money: true }),
    currency: currency(),
    foundedYear: integer({ min: 1, max: 9999 }),
    registrationNumber: text({ maxLength: 100, search: true }),
    taxNumber: text({ maxLength: 100 }),
    stockSymbol: text({ maxLength: 20 }),
    ...address('headquarters'),
    ...socialLinks(),
    logoUrl: url({ outward: true, label: 'Logo' }),
    source: choice({ options: ['publicRegister', 'dataVendor', 'website', 'import', 'manual'] }),
    externalId: text({ label: 'External id', index: true }),
    externalData: json({ shape: 'object' }),
    lastSyncedAt: datetime(),
    tags: list(),
    description: longText(),
  },
});
