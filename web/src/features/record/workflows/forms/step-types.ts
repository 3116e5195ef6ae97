import {
  type Icon,
  IconArrowsSplit2,
  IconBell,
  IconBrain,
  IconCheckbox,
  IconClock,
  IconDoorExit,
  IconFilePlus,
  IconFlag,
  IconGitBranch,
  IconMail,
  IconMessage,
  IconPencil,
  IconPlugConnected,
  IconRepeat,
  IconTag,
  IconTagOff,
  IconThumbUp,
  IconTrash,
  IconTrendingUp,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconWorld,
} from '@tabler/icons-react';
import type { Config } from '../flow/step.ts';
import type { Part } from './parts.ts';

export interface StepType {
  readonly icon: Icon;
  readonly group: 'messages' | 'flow' | 'records' | 'people' | 'systems';
  readonly parts: readonly Part[];
  /** The configuration of a new step. */
  readonly start: Config;
}

const person: Part = { kind: 'person', key: 'to' };
const text = (key: string, more: Partial<Part & { kind: 'text' }> = {}): Part =>
  ({ kind: 'text', key, ...more }) as Part;
const values = (modelIn: 'model' | 'target', required: boolean): Part => ({
  kind: 'values',
  key: 'values',
  modelIn,
  required,
});
const list: Part = { kind: 'record', key: 'emailListId', of: 'communications.emailLists', required: true };
const workflow: Part = { kind: 'record', key: 'workflowId', of: 'marketing.workflows', required: true };
const saveAs = text('saveAs', { maxLength: 60, more: true });
const liquid = { placeholders: true } as const;

/** All types of steps, in the order in which they are offered. */
export const stepTypes = {
  sendEmail: {
    icon: IconMail,
    group: 'messages',
    parts: [
      { kind: 'record', key: 'templateId', of: 'communications.emailTemplates' },
      text('subject', { maxLength: 998, ...liquid }),
      text('text', { rows: 6, help: 'mailText', ...liquid }),
      person,
      text('html', { rows: 6, more: true, help: 'mailText', ...liquid }),
      text('fromName', { maxLength: 200, more: true }),
      text('fromEmail', { maxLength: 254, more: true }),
      text('replyTo', { maxLength: 254, more: true }),
    ],
    start: {},
  },
  sendSms: {
    icon: IconMessage,
    group: 'messages',
    parts: [text('text', { required: true, rows: 4, maxLength: 1600, ...liquid }), person],
    start: {},
  },
  notify: {
    icon: IconBell,
    group: 'messages',
    parts: [
      { kind: 'users', key: 'to', shape: 'any' },
      text('title', { required: true, maxLength: 500, ...liquid }),
      text('text', { rows: 3, ...liquid }),
    ],
    start: { to: 'owner' },
  },
  wait: { icon: IconClock, group: 'flow', parts: [{ kind: 'wait', key: 'for' }], start: { for: '1d' } },
  branch: {
    icon: IconGitBranch,
    group: 'flow',
    parts: [{ kind: 'branches', key: 'branches' }],
    start: { branches: [{ name: '', filter: {}, next: null }], else: null },
  },
  split: {
    icon: IconArrowsSplit2,
    group: 'flow',
    parts: [{ kind: 'split', key: 'parts' }],
    start: {
      parts: [
        { name: 'A', percent: 50, next: null },
        { name: 'B', percent: 50, next: null },
      ],
    },
  },
  goal: { icon: IconFlag, group: 'flow', parts: [{ kind: 'filter', key: 'filter', required: true }], start: {} },
  enroll: { icon: IconPlugConnected, group: 'flow', parts: [workflow], start: {} },
  forEach: {
    icon: IconRepeat,
    group: 'flow',
    parts: [
      { kind: 'model', key: 'model', referring: true, required: true },
      { kind: 'filter', key: 'filter', modelIn: 'model' },
      workflow,
      { kind: 'number', key: 'limit', min: 1, max: 1000, more: true },
    ],
    start: {},
  },
  exit: { icon: IconDoorExit, group: 'flow', parts: [text('reason', { maxLength: 255 })], start: {} },
  createTask: {
    icon: IconCheckbox,
    group: 'people',
    parts: [
      text('title', { required: true, maxLength: 500, ...liquid }),
      text('description', { rows: 3, ...liquid }),
      { kind: 'duration', key: 'dueIn' },
      { kind: 'users', key: 'assignTo', shape: 'any' },
      { kind: 'choice', key: 'priority', options: ['low', 'normal', 'high', 'urgent'], more: true },
    ],
    start: {},
  },
  assign: {
    icon: IconUserCheck,
    group: 'people',
    parts: [{ kind: 'users', key: 'userId', shape: 'root', required: true }],
    start: {},
  },
  approval: {
    icon: IconThumbUp,
    group: 'people',
    parts: [
      { kind: 'users', key: 'by', shape: 'asked', required: true },
      text('message', { rows: 3, ...liquid }),
      { kind: 'duration', key: 'timeout' },
    ],
    start: {},
  },
  updateRecord: {
    icon: IconPencil,
    group: 'records',
    parts: [{ kind: 'target', key: 'target' }, values('target', true)],
    start: { values: {} },
  },
  createRecord: {
    icon: IconFilePlus,
    group: 'records',
    parts: [{ kind: 'model', key: 'model', required: true }, values('model', false)],
    start: { values: {} },
  },
  deleteRecord: { icon: IconTrash, group: 'records', parts: [{ kind: 'target', key: 'target' }], start: {} },
  addTag: { icon: IconTag, group: 'records', parts: [text('tag', { required: true, maxLength: 200 })], start: {} },
  removeTag: {
    icon: IconTagOff,
    group: 'records',
    parts: [text('tag', { required: true, maxLength: 200 })],
    start: {},
  },
  score: {
    icon: IconTrendingUp,
    group: 'records',
    parts: [{ kind: 'number', key: 'points', min: -1000, max: 1000, required: true }],
    start: { points: 10 },
  },
  addToList: { icon: IconUserPlus, group: 'records', parts: [list, person], start: {} },
  removeFromList: { icon: IconUserMinus, group: 'records', parts: [list, person], start: {} },
  http: {
    icon: IconWorld,
    group: 'systems',
    parts: [
      { kind: 'choice', key: 'method', options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], required: true },
      text('url', { required: true, maxLength: 2000, ...liquid }),
      { kind: 'json', key: 'body', shape: 'any' },
      { kind: 'headers', key: 'headers', more: true },
      saveAs,
    ],
    start: { method: 'POST' },
  },
  ai: {
    icon: IconBrain,
    group: 'systems',
    parts: [
      text('prompt', { required: true, rows: 6, ...liquid }),
      { kind: 'json', key: 'schema', shape: 'object', more: true },
      text('model', { maxLength: 200, more: true }),
      saveAs,
    ],
    start: {},
  },
} as const satisfies Readonly<Record<string, StepType>>;

export type StepTypeName = keyof typeof stepTypes;

export const stepTypeNames = Object.keys(stepTypes) as StepTypeName[];

export const isStepType = (name: string): name is StepTypeName => Object.hasOwn(stepTypes, name);

export const stepGroups = ['messages', 'flow', 'people', 'records', 'systems'] as const;

export const partsOf = (type: string): readonly Part[] => (isStepType(type) ? stepTypes[type].parts : []);

export const iconOf = (type: string): Icon => (isStepType(type) ? stepTypes[type].icon : IconWorld);
