import type { Tool as McpTool } from '@modelcontextprotocol/server';
import type { Tool } from '../tools/tool.ts';

type ListedTool = Pick<Tool, 'name' | 'description' | 'input' | 'writes'>;

interface Hints {
  readonly title: string;
  /** Changes or removes existing data; a tool that only adds data does not. */
  readonly destructive?: boolean;
  /** Repeating the same call changes nothing more. */
  readonly idempotent?: boolean;
  /** Has effects outside the account, such as a mail to a customer. */
  readonly openWorld?: boolean;
}

/** Titles and hints that MCP clients show before they run a tool. */
const hintsOf: Readonly<Record<string, Hints>> = {
  queryRecords: { title: 'Find records' },
  getRecord: { title: 'Read a record' },
  aggregateRecords: { title: 'Count and sum records' },
  searchRecords: { title: 'Search all records' },
  describeModel: { title: 'Describe a model' },
  findDuplicates: { title: 'Find duplicates' },
  createRecord: { title: 'Create a record' },
  createTask: { title: 'Create a task' },
  updateRecord: { title: 'Change a record', destructive: true, idempotent: true },
  deleteRecord: { title: 'Delete a record', destructive: true, idempotent: true },
  sendEmail: { title: 'Send an email', openWorld: true },
  mergeRecords: { title: 'Merge records', destructive: true },
  convertLead: { title: 'Convert a lead', destructive: true },
  unconvertLead: { title: 'Undo the conversion of a lead', destructive: true },
  scoreLead: { title: 'Score a lead', idempotent: true },
  routeLead: { title: 'Route a lead', destructive: true },
  decideQuote: { title: 'Accept or decline a quote', destructive: true },
  reviseQuote: { title: 'Revise a quote', destructive: true },
  orderQuote: { title: 'Order a quote' },
  moveOrder: { title: 'Confirm, ship, deliver, cancel or return an order', destructive: true },
  invoiceOrder: { title: 'Invoice an order' },
  draftWorkflow: { title: 'Draft a workflow', destructive: true },
  sendQuote: { title: 'Send a quote', destructive: true, openWorld: true },
};

/**
 * A tool in the format of `tools/list`. A tool without hints that writes counts as destructive, so that clients ask
 * before they run it.
 */
export function mcpTool({ name, description, input, writes }: ListedTool): McpTool {
  const hints: Hints = hintsOf[name] ?? { title: name, destructive: writes, openWorld: writes };
  const { title, destructive = false, idempotent = false, openWorld = false } = hints;
  return {
    name,
    title,
    description,
    inputSchema: input as unknown as McpTool['inputSchema'],
    annotations: {
      title,
      readOnlyHint: !writes,
      destructiveHint: writes && destructive,
      idempotentHint: !writes || idempotent,
      openWorldHint: openWorld,
    },
  };
}
