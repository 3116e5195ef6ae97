import {
  choice,
  date,
  datetime,
  email,
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
import { fullName } from '../fullName.ts';
import { socialLinks } from '../socialLinks.ts';
import { contactStatuses } from '../standard-statuses.ts';

export const contacts = defineModel({
  slug: 'contacts',
  openToForms: true,
  children: ['files', 'notes', 'tasks'],
  requiresOneOf: ['lastName', 'firstName', 'email'],
  fields: {
    salutation: choice({ options: ['Mr', 'Ms', 'Mrs', 'Mx', 'Dr', 'Prof'], maxLength: 40 }),
    firstName: text({ maxLength: 100 }),
    lastName: text({ maxLength: 100 }),
    name: fullName(),
    email: email({ search: true, index: true }),
    secondaryEmails: list({ of: 'email', search: true }),
    phone: phone({ search: true, index: true }),
    mobilePhone: phone({ search: true, index: true }),
    otherPhones: list({ of: 'phone' }),
    title: text({ label: 'Job title' }),
    department: text({ maxLength: 100 }),
    accountId: reference('sales.accounts'),
    reportsToId: reference('sales.contacts', { acyclic: true }),
    ...recordStatus({ list: 'sales.contactStatuses', standard: contactStatuses }),
    lifecycleStage: choice({
      options: ['subscriber', 'lead', 'marketingQualified', 'salesQualified', 'opportunity', 'customer', 'evangelist'],
      index: true,
    }),
    source: choice({
      options: ['website', 'referral', 'event', 'advertising', 'email', 'coldCall', 'partner', 'import'],
    }),
    rating: choice({ options: ['hot', 'warm', 'cold'] }),
    score: number(),
    ...address('mailing'),
    ...address('billing'),
    tags: list(),
    ...consent(),
    website: url(),
    ...socialLinks(),
    photoUrl: url({ outward: true, label: 'Photo' }),
    birthday: date(),
    language: text({ maxLength: 35 }),
    timeZone: text({ maxLength: 64 }),
    lastActivityAt: datetime({
      eventless: true,
      help: 'The time of the last call, meeting, mail, note or finished task.',
    }),
    description: longText(),
  },
});
