import { givenValue, type ModelHooks, setValue } from '#core/models/hooks.ts';
import { nextWorkspacePosition } from '../sql/next-workspace-position.ts';

export const workspaceHooks: ModelHooks = {
  /** Places a new workspace after the others, unless its position is given. */
  async beforeSave(context, saving) {
    if (saving.previous === undefined && typeof givenValue(saving, 'position') !== 'number')
      setValue(saving, 'position', await nextWorkspacePosition(context));
    return undefined;
  },
};
