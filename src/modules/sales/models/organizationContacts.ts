import { boolean, choice, date, email, longText, phone, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { fullName } from '../fullName.ts';

/** People of an external organization; `contactId` links those that are also contacts. */
export const organizationContacts = defineModel({
  slug: 'organizationContacts',
  openToForms: true,
  parent: 'organizationId',
  fields: {
    organizationId: reference('sales.organizations', { required: true }),
    contactId: reference('sales.contacts'),
    firstName: text({ maxLength: 100 }),
    lastName: text({ maxLength: 100 }),
    name: fullName(),
    title: text({ search: true, label: 'Job title' }),
    department: text({ maxLength: 100 }),
    role: choice({ options: ['decisionMaker', 'influencer', 'champion', 'user', 'boardMember', 'gatekeeper'] }),
    isPrimary: boolean({ default: false }),
    email: email({ search: true, index: true }),
    phone: phone({ search: true }),
    mobilePhone: phone(),
    linkedinUrl: url({ label: 'LinkedIn' }),
    startDate: date(),
    endDate: date(),
    source: choice({ options: ['publicRegister', 'dataVendor', 'website', 'import', 'manual'] }),
    description: longText(),
  },
});
