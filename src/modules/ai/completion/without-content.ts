import type { ToolCallRecord } from './call-tool.ts';

/** A tool call without what was said in it. What it wrote stays: that is no text. */
export const withoutContent = ({ input: _input, output: _output, error, ...rest }: ToolCallRecord) => ({
  ...rest,
  ...(error && { error: { code: error.code } }),
});
