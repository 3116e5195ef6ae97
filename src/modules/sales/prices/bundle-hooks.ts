import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks } from '#core/models/hooks.ts';
import { containsBundle, lockBundles } from '../sql/prices.ts';

/** A bundle contains neither itself nor a bundle that contains it. */
export const bundleHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const after = (key: string) => givenValue(saving, key) ?? saving.previous?.[key];
    const [bundleId, productId] = [after('bundleId'), after('productId')];
    if (typeof bundleId !== 'string' || typeof productId !== 'string') return undefined;
    await lockBundles(context);
    if (await containsBundle(context, productId, bundleId))
      throw invalid('productId', 'circular', 'is the bundle itself or contains it; choose another product');
    return undefined;
  },
};
