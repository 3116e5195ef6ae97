import type { Context } from '#core/context.ts';
import { isShown } from '../configuration/shown-models.ts';
import type { ToolPolicy } from './policy.ts';
import type { ToolContext } from './tool.ts';

/** A context in which hidden models cannot be reached, not even by a filter that follows a reference. */
export function toolContext<C extends Context>(context: C, policy: ToolPolicy): C & ToolContext {
  const { caller } = context;
  if (policy.only === undefined && policy.hidden.size === 0) return { ...context, policy, unlimited: caller };
  const access = caller.access.withoutModels((name) => !isShown(policy, { name }));
  return { ...context, policy, unlimited: caller, caller: { ...caller, access } };
}
