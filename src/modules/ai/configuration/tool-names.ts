/** The names of all tools, as the setting `ai.tools` takes them. */
export const toolNames = [
  'queryRecords',
  'getRecord',
  'aggregateRecords',
  'searchRecords',
  'describeModel',
  'createRecord',
  'updateRecord',
  'deleteRecord',
  'createTask',
  'sendEmail',
] as const;

export type ToolName = (typeof toolNames)[number];
