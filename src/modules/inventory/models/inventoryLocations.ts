import { boolean, choice, email, list, longText, number, phone, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

export const inventoryLocations = defineModel({
  slug: 'inventoryLocations',
  openToForms: true,
  fields: {
    name: text({ required: true, search: true, index: true }),
    code: text({ unique: true, search: true, maxLength: 50 }),
    type: choice({
      options: ['office', 'warehouse', 'store', 'site', 'room', 'shelf', 'vehicle', 'remote'],
      index: true,
    }),
    description: longText({ search: true }),
    parentLocationId: reference('inventory.inventoryLocations', { acyclic: true }),
    managerId: reference('identity.users'),
    accountId: reference('sales.accounts'),
    departmentId: reference('identity.departments'),
    street: text({ search: true, maxLength: 500 }),
    city: text({ search: true, index: true }),
    state: text(),
    postalCode: text({ maxLength: 30 }),
    country: text({ maxLength: 100, index: true }),
    building: text(),
    floor: text({ maxLength: 50 }),
    room: text({ maxLength: 100 }),
    latitude: number({ min: -90, max: 90 }),
    longitude: number({ min: -180, max: 180 }),
    phone: phone(),
    email: email(),
    timeZone: text({ maxLength: 64 }),
    currency: text({ maxLength: 3 }),
    capacity: number({ min: 0 }),
    imageUrl: url({ outward: true, label: 'Image URL' }),
    active: boolean({ default: true }),
    tags: list({ search: true }),
  },
});
