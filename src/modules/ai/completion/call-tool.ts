import type { LanguageModelV4ToolCall, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Context } from '#core/context.ts';
import { runTool } from '../tools/run-tool.ts';
import type { OfferedTool, ToolCallRecord } from '../tools/tool.ts';
import { readJson } from './read-json.ts';

export type { ToolCallRecord } from '../tools/tool.ts';

export interface CalledTool {
  readonly record: ToolCallRecord;
  /** The result, as the model gets it. */
  readonly result: LanguageModelV4ToolResultPart;
}

const maxUnreadable = 2000;

/** Runs a tool call of the model for the caller. */
export async function callTool(
  context: Context,
  tools: readonly OfferedTool[],
  { toolCallId, toolName, input: text }: LanguageModelV4ToolCall,
): Promise<CalledTool> {
  const input = readJson(text);
  const done = await runTool(context, tools, toolName, input);
  return calledTool(toolCallId, { tool: toolName, input: input ?? text.slice(0, maxUnreadable), ...done });
}

/** A call that was not run because the client left: in the history every call has a result. */
export const callNotRun = ({ toolCallId, toolName, input }: LanguageModelV4ToolCall): CalledTool =>
  calledTool(toolCallId, {
    tool: toolName,
    input: readJson(input) ?? {},
    error: { code: 'aborted', message: 'It was not run: the answer was stopped.' },
  });

const calledTool = (toolCallId: string, record: ToolCallRecord): CalledTool => ({
  record,
  result: {
    type: 'tool-result',
    toolCallId,
    toolName: record.tool,
    output: record.error
      ? { type: 'error-json', value: record.error as never }
      : { type: 'json', value: (record.output ?? null) as never },
  },
});
