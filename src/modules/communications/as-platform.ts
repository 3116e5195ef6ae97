import { Access } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

/**
 * The same call with all permissions, for records that are a consequence of what the caller may do: whoever may send mail causes
 * its records. The caller stays their author.
 */
export const asPlatform = <C extends Context>(context: C): C => ({
  ...context,
  caller: { ...context.caller, access: Access.system },
});

/**
 * For the templates, lists and campaigns of a mail: whoever may send mail may use them, also without the permission to read them
 * all. With a permission to read, that one decides which.
 */
export const usingFor = <C extends Context>(context: C, model: Model): C =>
  context.caller.access.reach(model.scopes.read) === undefined ? asPlatform(context) : context;
