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
  'mergeRecords',
  'convertLead',
  'unconvertLead',
  'scoreLead',
  'routeLead',
  'decideQuote',
  'reviseQuote',
  'orderQuote',
  'moveOrder',
  'invoiceOrder',
  'draftWorkflow',
] as const;

export type ToolName = (typeof toolNames)[number];
