import type { ToolName } from '../configuration/tool-names.ts';
import { aggregateRecords } from './aggregate-records.ts';
import { createRecord } from './create-record.ts';
import { createTask } from './create-task.ts';
import { deleteRecord } from './delete-record.ts';
import { describeModel } from './describe-model.ts';
import { draftWorkflow } from './draft-workflow.ts';
import { findDuplicates } from './find-duplicates.ts';
import { getRecord } from './get-record.ts';
import { mergeRecords } from './merge-records.ts';
import { queryRecords } from './query-records.ts';
import { searchRecords } from './search-records.ts';
import {
  convertLead,
  decideQuote,
  invoiceOrder,
  moveOrder,
  orderQuote,
  reviseQuote,
  routeLead,
  scoreLead,
  sendQuote,
  unconvertLead,
} from './selling.ts';
import { sendEmail } from './send-email.ts';
import type { Tool } from './tool.ts';
import { updateRecord } from './update-record.ts';

/** All tools by name, in the order in which the model gets them. */
const byName: Readonly<Record<ToolName, Tool>> = {
  queryRecords,
  getRecord,
  aggregateRecords,
  searchRecords,
  describeModel,
  findDuplicates,
  createRecord,
  updateRecord,
  deleteRecord,
  createTask,
  sendEmail,
  sendQuote,
  mergeRecords,
  convertLead,
  unconvertLead,
  scoreLead,
  routeLead,
  decideQuote,
  reviseQuote,
  orderQuote,
  moveOrder,
  invoiceOrder,
  draftWorkflow,
};

export const platformTools: readonly Tool[] = Object.values(byName);
