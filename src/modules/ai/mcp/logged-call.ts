import type { Context } from '#core/context.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { CompletionLog } from '../completion/completion-log.ts';
import { Progress } from '../completion/progress.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import { runTool } from '../tools/run-tool.ts';
import type { OfferedTool, ToolInput } from '../tools/tool.ts';

export interface LoggedCall extends Awaited<ReturnType<typeof runTool>> {
  /** The id of its log, by which it can be undone. */
  readonly completionId: string;
}

/**
 * Runs a tool that writes, for a program. It has a log as a completion has, and events of what it writes carry the id of that log:
 * so it is undone in the same way.
 */
export async function runLogged(
  context: Context,
  tools: readonly OfferedTool[],
  name: string,
  input: ToolInput,
  configuration: Configuration,
): Promise<LoggedCall> {
  const route = { family: 'mcp', modelId: name };
  const log = await CompletionLog.open(
    context,
    { operation: 'mcp', route, platformTools: true, streamed: false, request: { tool: name, input } },
    configuration,
  );
  const progress = new Progress(route);
  const done = await runTool({ ...context, via: { kind: 'mcp', id: log.id } }, tools, name, input);
  progress.toolCalls.push({ tool: name, input, ...done });
  if (done.error) await log.failed(progress, new AppError(done.error.code as ErrorCode, done.error.message), false);
  else await log.succeeded(progress);
  return { ...done, completionId: log.id };
}
