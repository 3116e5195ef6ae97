import { boolean, choice, date, list, longText, number, reference, text, url } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { recordStatus } from '#core/statuses/record-status.ts';
import { currency } from '../currency.ts';
import { productStatuses } from '../standard-statuses.ts';

export const products = defineModel({
  slug: 'products',
  openToForms: true,
  children: ['files', 'notes', 'tasks'],
  fields: {
    name: text({ required: true, search: true, index: true }),
    sku: text({ unique: true, search: true, maxLength: 100, label: 'SKU' }),
    barcode: text({ search: true, maxLength: 100 }),
    type: choice({ options: ['goods', 'service', 'subscription', 'license', 'bundle'] }),
    category: text({ search: true, index: true }),
    brand: text({ search: true }),
    supplierAccountId: reference('sales.accounts', { label: 'Supplier' }),
    ...recordStatus({ list: 'sales.productStatuses', standard: productStatuses }),
    active: boolean({ default: true }),
    price: number({ money: true, index: true }),
    cost: number({ money: true }),
    currency: currency(),
    unit: choice({ options: ['piece', 'hour', 'day', 'month', 'year', 'kg', 'm', 'l', 'box'] }),
    taxPercent: number({ min: 0, max: 100 }),
    billingFrequency: choice({ options: ['oneTime', 'weekly', 'monthly', 'quarterly', 'yearly'] }),
    trackStock: boolean({ default: false }),
    stock: number(),
    reorderLevel: number(),
    weight: number({ min: 0 }),
    weightUnit: choice({ options: ['g', 'kg', 'oz', 'lb'] }),
    length: number({ min: 0 }),
    width: number({ min: 0 }),
    height: number({ min: 0 }),
    dimensionUnit: choice({ options: ['mm', 'cm', 'm', 'in', 'ft'] }),
    imageUrl: url({ outward: true, label: 'Image' }),
    url: url({ outward: true, label: 'Product page' }),
    launchDate: date(),
    discontinuedDate: date(),
    tags: list(),
    description: longText({ search: true }),
  },
});
