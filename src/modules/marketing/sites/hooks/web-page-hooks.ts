import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks } from '#core/models/hooks.ts';
import { guardedBlocks } from '../blocks/check-blocks.ts';
import { guardFields, requireAdmin } from './require-admin.ts';

export const webPageHooks: ModelHooks = {
  async beforeSave(context, saving) {
    guardFields(context, saving, ['html', 'script']);
    const blocks = givenValue(saving, 'blocks');
    if (blocks !== undefined) {
      const before = new Set(guardedBlocks(saving.previous?.blocks));
      if (guardedBlocks(blocks).some((block) => !before.has(block))) requireAdmin(context, 'blocks');
    }
    if (saving.previous !== undefined && givenValue(saving, 'variantOfId') === saving.previous._id)
      throw invalid('variantOfId', 'invalid_reference', 'must name another page');
    return undefined;
  },
};
