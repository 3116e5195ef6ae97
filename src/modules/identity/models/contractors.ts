import {
  boolean,
  choice,
  date,
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
import { fullName } from './fields/fullName.ts';

/** Pay, end of employment and private data. Users who only look up colleagues do not need them. */
const personal = { shownWith: 'identity:admin' };

export const contractors = defineModel({
  slug: 'contractors',
  fields: {
    ...fullName(),
    userId: reference('identity.users'),
    company: text({ search: true, index: true }),
    email: email({ search: true, index: true }),
    phone: phone({ search: true }),
    website: url(),
    jobTitle: text({ search: true }),
    services: longText({ search: true }),
    departmentId: reference('identity.departments'),
    managerId: reference('identity.users'),
    status: choice({
      options: ['prospective', 'onboarding', 'active', 'paused', 'ended'],
      default: 'active',
      index: true,
    }),
    contractorType: choice({ options: ['individual', 'agency', 'consultancy', 'staffing'] }),
    contractNumber: text({ search: true, maxLength: 100 }),
    contractStartDate: date(),
    contractEndDate: date({ index: true }),
    contractUrl: url({ ...personal, label: 'Contract URL' }),
    noticeDays: integer({ min: 0 }),
    rate: number({ ...personal, min: 0 }),
    rateUnit: choice({ ...personal, options: ['hour', 'day', 'week', 'month', 'project'] }),
    currency: text({ maxLength: 3 }),
    hoursPerWeek: number({ min: 0, max: 168 }),
    budget: number({ money: true, ...personal, min: 0 }),
    purchaseOrderNumber: text({ maxLength: 100 }),
    paymentTerms: text({ ...personal, maxLength: 100 }),
    taxNumber: text({ ...personal, maxLength: 50 }),
    nonDisclosureSigned: boolean({ default: false }),
    insuranceExpiryDate: date(),
    street: text({ ...personal, maxLength: 500 }),
    city: text(personal),
    state: text(personal),
    postalCode: text({ ...personal, maxLength: 30 }),
    country: text({ ...personal, maxLength: 100 }),
    skills: list({ search: true }),
    rating: number({ ...personal, min: 0, max: 5 }),
    comment: longText(personal),
  },
});
