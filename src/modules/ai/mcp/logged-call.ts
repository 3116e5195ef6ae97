import type { Context } from '#core/context.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { CompletionLog } from '../completion/completion-log.ts';
import { Progress } from '../completion/progress.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import { runTool } from '../tools/run-tool.ts';
import type { OfferedTool, ToolInput } from '../tools/tool.ts';

export interface LoggedCall extends Awaited<ReturnType<typeof runTool>> {
  /** The id of the log, by which the writes of the call can be undone. */
  readonly completionId: string;
}

const maxNameLength = 100;

/**
 * Runs a tool for an MCP client and logs the call. Writing tools are logged before the call, and their events have the
 * id of the log, so they are undone like a completion. Reading and unknown tools are logged after the call, before the
 * answer is sent.
 */
export async function runLogged(
  context: Context,
  tools: readonly OfferedTool[],
  name: string,
  input: ToolInput,
  configuration: Configuration,
): Promise<LoggedCall> {
  const route = { family: 'mcp', modelId: name.slice(0, maxNameLength) };
  const given = {
    operation: 'mcp',
    route,
    platformTools: true,
    streamed: false,
    request: { tool: route.modelId, input },
  } as const;
  const writes = tools.some((tool) => tool.name === name && tool.writes);
  const log = writes
    ? await CompletionLog.open(context, given, configuration)
    : CompletionLog.atEnd(context, given, configuration);
  const progress = new Progress(route);
  const done = await runTool({ ...context, via: { kind: 'mcp', id: log.id } }, tools, name, input);
  progress.toolCalls.push({ tool: route.modelId, input, ...done });
  if (done.error) await log.failed(progress, new AppError(done.error.code as ErrorCode, done.error.message), false);
  else await log.succeeded(progress);
  return { ...done, completionId: log.id };
}
