import type { ModelHooks } from './hooks.ts';

/**
 * Hooks of a model with several subjects, which run in this order. Values that `beforeSave` adds to an answer are merged.
 * A member that no hooks have stays undefined, because its presence costs a transaction.
 */
export function combineHooks(first: ModelHooks, second: ModelHooks): ModelHooks {
  const has = (member: keyof ModelHooks) => first[member] !== undefined || second[member] !== undefined;
  return {
    ...(has('beforeSave') && {
      async beforeSave(context, saving) {
        const shown = await first.beforeSave?.(context, saving);
        const more = await second.beforeSave?.(context, saving);
        return shown || more ? { ...shown, ...more } : undefined;
      },
    }),
    ...(has('afterSave') && {
      async afterSave(context, saved) {
        await first.afterSave?.(context, saved);
        await second.afterSave?.(context, saved);
      },
    }),
    ...(has('beforeRemove') && {
      async beforeRemove(...removal) {
        await first.beforeRemove?.(...removal);
        await second.beforeRemove?.(...removal);
      },
    }),
    ...(has('afterRemove') && {
      async afterRemove(...removal) {
        await first.afterRemove?.(...removal);
        await second.afterRemove?.(...removal);
      },
    }),
  };
}
