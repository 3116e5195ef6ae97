import type { Context } from '#core/context.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import { countWithinReach } from '#core/query/reach.ts';
import { conversations } from '../model-names.ts';

/** Refuses references to a conversation that the caller cannot see, with the same error as for a missing one. */
export async function readableConversation(id: JsonValue, context: Context): Promise<void> {
  const { access } = context.caller;
  const model = conversations(context);
  // The foreign key finds a conversation that does not exist.
  if (access.seesAllOf(model) || access.reach(model.scopes.read) === undefined) return;
  if ((await countWithinReach(context, access.grant(model, 'read'), [String(id)])) === 0)
    throw new Problem('reference_not_found', 'names a record that does not exist');
}
