import { ai } from './ai.ts';
import { approval } from './approval.ts';
import { assign } from './assign.ts';
import { branch } from './branch.ts';
import { createTask } from './create-task.ts';
import { enroll, forEach } from './enroll.ts';
import { exit } from './exit.ts';
import { goal } from './goal.ts';
import { http } from './http.ts';
import { addToList, removeFromList } from './lists.ts';
import { notify } from './notify.ts';
import { createRecord, deleteRecord, updateRecord } from './records.ts';
import { score } from './score.ts';
import { sendEmail } from './send-email.ts';
import { sendSms } from './send-sms.ts';
import { split } from './split.ts';
import type { StepType } from './step-type.ts';
import type { StepTypeName } from './step-type-names.ts';
import { addTag, removeTag } from './tags.ts';
import { wait } from './wait.ts';

/** All types of steps. The configuration that a type reads is given back only to the same type. */
const types: Readonly<Record<StepTypeName, StepType<never, never>>> = {
  sendEmail,
  sendSms,
  wait,
  branch,
  split,
  createRecord,
  updateRecord,
  deleteRecord,
  createTask,
  notify,
  assign,
  addTag,
  removeTag,
  addToList,
  removeFromList,
  score,
  forEach,
  enroll,
  http,
  ai,
  approval,
  goal,
  exit,
} as never;

export const stepType = (name: string): StepType | undefined =>
  Object.hasOwn(types, name) ? (types[name as StepTypeName] as unknown as StepType) : undefined;
