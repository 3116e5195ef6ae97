import type { ToolCallRecord } from './call-tool.ts';

/** A tool call without its texts. The ids of written records stay. */
export const withoutContent = ({ input: _input, output: _output, error, ...rest }: ToolCallRecord) => ({
  ...rest,
  ...(error && { error: { code: error.code } }),
});
