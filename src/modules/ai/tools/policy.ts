import type { Context } from '#core/context.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import type { Approval } from '../configuration/setting-shapes.ts';
import { type ShownModels, shownModels } from '../configuration/shown-models.ts';

/** The limits of the tenant for tools, independent of the caller's permissions. */
export interface ToolPolicy extends ShownModels {
  readonly approval: Approval;
  readonly disabled: ReadonlySet<string>;
  /** Tools that act without approval, because the tenant allows it. */
  readonly allowed: ReadonlySet<string>;
}

/** A request can ask for approval, but cannot waive the tenant's. */
export function policyOf(
  context: Context,
  { tools, approval }: Pick<Configuration, 'tools' | 'approval'>,
  requested?: Approval,
): ToolPolicy {
  const { disabled = [], allow = [] } = tools;
  return {
    ...shownModels(context, tools),
    approval: approval === 'writes' || requested === 'writes' ? 'writes' : 'none',
    disabled: new Set(disabled),
    allowed: new Set(allow),
  };
}
