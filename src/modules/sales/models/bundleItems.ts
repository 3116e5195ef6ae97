import { number, reference } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { bundleHooks } from '../prices/bundle-hooks.ts';

/** A product that is part of a bundle, which is a product itself. */
export const bundleItems = defineModel({
  slug: 'bundleItems',
  owned: false,
  parent: 'bundleId',
  hooks: bundleHooks,
  uniqueTogether: [['bundleId', 'productId']],
  fields: {
    bundleId: reference('sales.products', { required: true, label: 'Bundle' }),
    productId: reference('sales.products', { required: true }),
    quantity: number({ required: true, default: 1, min: 0 }),
  },
});
