import { Access } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

/**
 * The same call with all permissions. A caller who may send mail may also create the records of that mail, and stays their
 * author.
 */
export const asPlatform = <C extends Context>(context: C): C => ({
  ...context,
  caller: { ...context.caller, access: Access.system },
});

/**
 * The call that reads a template, list or campaign of a mail. A caller without the permission to read such records may still
 * send mail with them. A caller who has it gets only the records within its reach.
 */
export const usingFor = <C extends Context>(context: C, model: Model): C =>
  context.caller.access.reach(model.scopes.read) === undefined ? asPlatform(context) : context;
