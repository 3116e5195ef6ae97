import { choice, datetime, email, integer, json, list, longText, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** The profile of a person or company in a professional network. */
export const professionalNetworkProfiles = defineModel({
  slug: 'professionalNetworkProfiles',
  openToForms: true,
  fields: {
    name: text({ search: true }),
    type: choice({ options: ['person', 'company'] }),
    provider: text({ maxLength: 100 }),
    externalId: text({ label: 'External id', index: true }),
    contactId: reference('sales.contacts'),
    leadId: reference('sales.leads'),
    accountId: reference('sales.accounts'),
    organizationId: reference('sales.organizations'),
    url: url({ label: 'Profile', search: true }),
    email: email({ search: true }),
    headline: text({ search: true, maxLength: 500 }),
    title: text({ label: 'Job title' }),
    company: text({ search: true }),
    industry: text(),
    location: text(),
    photoUrl: url({ outward: true, label: 'Photo' }),
    summary: longText(),
    skills: list(),
    experience: json({ shape: 'array' }),
    education: json({ shape: 'array' }),
    connectionDegree: integer({ min: 1 }),
    connectionCount: integer({ min: 0 }),
    followerCount: integer({ min: 0 }),
    connectionStatus: choice({ options: ['none', 'requested', 'connected', 'declined'] }),
    connectedAt: datetime(),
    externalData: json({ shape: 'object' }),
    lastSyncedAt: datetime(),
  },
});
