import { withAllAccess } from '#core/access/platform.ts';
import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

/**
 * Returns the context for reading a template, list or campaign of a mail. A caller without permission to read such
 * records may still send mail with them. A caller with that permission gets only the records within its reach.
 */
export const withUseAccess = <C extends Context>(context: C, model: Model): C =>
  context.caller.access.reach(model.scopes.read) === undefined ? withAllAccess(context) : context;
