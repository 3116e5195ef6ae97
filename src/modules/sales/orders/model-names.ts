import { modelNamed } from '#core/models/model-named.ts';

/** The models of orders in a tenant's registry, with its custom fields. */
export const orders = modelNamed('sales', 'orders');
export const orderProducts = modelNamed('sales', 'orderProducts');
export const products = modelNamed('sales', 'products');
