import type { Context } from '#core/context.ts';
import { type Configuration, readConfiguration } from '../../configuration/read-configuration.ts';
import type { Approval } from '../../configuration/setting-shapes.ts';
import { propose } from '../../pending/propose.ts';
import { platformTools } from '../platform-tools.ts';
import { policyOf } from '../policy.ts';
import type { OfferedTool, Tool, ToolContext } from '../tool.ts';
import { toolContext } from '../tool-context.ts';

interface ToolOptions {
  /** The approval that the request asks for. The tenant's setting may be stricter. */
  readonly approval?: Approval | undefined;
  /** The chat in which the tools are used. */
  readonly conversationId?: string | undefined;
}

/**
 * The tools that a caller can use, without those that the tenant has switched off, or for which the caller lacks
 * permission. The settings are read once and apply to all calls of these tools.
 */
export async function toolsFor(
  context: Context,
  { approval, conversationId }: ToolOptions = {},
  configuration?: Configuration,
): Promise<readonly OfferedTool[]> {
  const policy = policyOf(context, configuration ?? (await readConfiguration(context)), approval);
  const within = toolContext(context, policy);
  return platformTools
    .filter((tool) => !policy.disabled.has(tool.name) && tool.isUsable(within))
    .map((tool) => ({
      name: tool.name,
      description: tool.description,
      writes: tool.writes,
      input: tool.input,
      async run(given, input) {
        const call = toolContext(given, policy);
        return mustWait(tool, call, input) ? propose(call, tool, input, conversationId) : tool.run(call, input);
      },
    }));
}

/** True when a person must approve the call first. */
const mustWait = (tool: Tool, context: ToolContext, input: Parameters<Tool['run']>[1]): boolean =>
  tool.writes && (context.policy.approval === 'writes' || (tool.needsApproval?.(context, input) ?? false));
