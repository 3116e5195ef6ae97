import {
  boolean,
  choice,
  datetime,
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

/** The entry of a company in a public business listing: maps, directories, review sites. */
export const businessListingProfiles = defineModel({
  slug: 'businessListingProfiles',
  openToForms: true,
  fields: {
    name: text({ required: true, search: true }),
    provider: text({ maxLength: 100 }),
    externalId: text({ label: 'External id', index: true }),
    accountId: reference('sales.accounts'),
    organizationId: reference('sales.organizations'),
    leadId: reference('sales.leads', { successor: 'accountId' }),
    url: url({ label: 'Listing' }),
    website: url(),
    phone: phone({ search: true }),
    categories: list({ search: true }),
    status: choice({ options: ['open', 'temporarilyClosed', 'permanentlyClosed', 'unknown'] }),
    claimed: boolean({ default: false }),
    verified: boolean({ default: false }),
    rating: number({ min: 0, max: 5 }),
    reviewCount: integer({ min: 0 }),
    priceLevel: integer({ min: 0, max: 5 }),
    ...address('location'),
    latitude: number({ min: -90, max: 90 }),
    longitude: number({ min: -180, max: 180 }),
    openingHours: json({ shape: 'object' }),
    photoUrls: list({ outward: true, of: 'url', label: 'Photos' }),
    externalData: json({ shape: 'object' }),
    lastSyncedAt: datetime(),
    description: longText(),
  },
});
