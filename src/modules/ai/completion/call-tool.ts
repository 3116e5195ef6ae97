import type { LanguageModelV4ToolCall, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Context } from '#core/context.ts';
import { runTool } from '../tools/run-tool.ts';
import type { OfferedTool, ToolCallRecord } from '../tools/tool.ts';
import { readJson } from './read-json.ts';

export type { ToolCallRecord } from '../tools/tool.ts';

export interface CalledTool {
  readonly record: ToolCallRecord;
  /** The result, as it is sent to the model. */
  readonly result: LanguageModelV4ToolResultPart;
}

const maxUnreadable = 2000;
/**
 * The maximum of tool calls of one answer that are run. A model that repeats itself may send hundreds, each of which
 * may write.
 */
export const maxCallsOfAnswer = 16;

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

/** The reasons why a call was not run. */
const reasons = {
  aborted: 'It was not run: the answer was stopped.',
  too_many_calls: `It was not run: only the first ${maxCallsOfAnswer} tool calls of one answer are run. Call it again in the next answer if it is still needed.`,
};

/** The result of a call that was not run, because in the history every call needs a result. */
export const callNotRun = (
  { toolCallId, toolName, input }: LanguageModelV4ToolCall,
  code: keyof typeof reasons,
): CalledTool =>
  calledTool(toolCallId, { tool: toolName, input: readJson(input) ?? {}, error: { code, message: reasons[code] } });

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
