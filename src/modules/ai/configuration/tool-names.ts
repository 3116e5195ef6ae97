/** The names of all tools, as used in the setting `ai.tools`. */
export const toolNames = [
  'queryRecords',
  'getRecord',
  'aggregateRecords',
  'searchRecords',
  'describeModel',
  'findDuplicates',
  'createRecord',
  'updateRecord',
  'deleteRecord',
  'createTask',
  'sendEmail',
  'sendQuote',
] as const;

export type ToolName = (typeof toolNames)[number];
