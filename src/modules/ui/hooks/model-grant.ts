import { Access, type Grant } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

/**
 * The fields by which a screen or widget is checked. A person may set up screens for models whose records they may not
 * read; fields that roles hide from that person count as unknown.
 */
export function fieldsGrant({ caller: { access } }: Context, model: Model): Grant {
  if (access.reach(model.scopes.read) !== undefined) return access.grant(model, 'read');
  return { ...Access.system.grant(model, 'read'), hidden: access.hiddenFields(model) };
}
