import { Access, type Grant } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

/**
 * The grant for checking a screen or widget. Users may configure screens for models whose records they may not read.
 * Fields that roles hide from the user count as unknown.
 */
export function fieldsGrant({ caller: { access } }: Context, model: Model): Grant {
  if (access.reach(model.scopes.read) !== undefined) return access.grant(model, 'read');
  return { ...Access.system.grant(model, 'read'), hidden: access.hiddenFields(model) };
}
