import type { Context } from '#core/context.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { CompletionLog } from '../completion/completion-log.ts';
import { Progress } from '../completion/progress.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import { runTool } from '../tools/run-tool.ts';
import type { OfferedTool, ToolInput } from '../tools/tool.ts';

export interface LoggedCall extends Awaited<ReturnType<typeof runTool>> {
  /** The id of its log, by which what it wrote can be undone. */
  readonly completionId: string;
}

const maxNameLength = 100;

/**
 * Runs a tool for a program, with a log. That of a tool that writes is as that of a completion: it is made before, and events of what
 * the tool writes carry its id, so it is undone in the same way. That of a tool that reads, or is not offered, is made when the call
 * has ended, but before its answer is sent.
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
