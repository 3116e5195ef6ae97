import type { Part } from './parts.ts';

const filter: Part = { kind: 'filter', key: 'filter' };
const mail: readonly Part[] = [
  { kind: 'record', key: 'templateId', of: 'communications.emailTemplates' },
  { kind: 'record', key: 'campaignId', of: 'marketing.campaigns' },
  filter,
];
const segment: readonly Part[] = [{ kind: 'record', key: 'segmentId', of: 'marketing.segments', required: true }];
const zone: Part = { kind: 'zone', key: 'tz', more: true };

/** All triggers, in the order in which they are offered. */
const triggers = {
  manual: [],
  recordCreated: [filter],
  recordUpdated: [{ kind: 'fields', key: 'fields' }, { kind: 'filter', key: 'previous' }, filter],
  recordDeleted: [filter],
  segmentEntered: segment,
  segmentLeft: segment,
  formSubmitted: [{ kind: 'record', key: 'formId', of: 'forms.forms' }, filter],
  emailOpened: mail,
  emailClicked: mail,
  emailReplied: mail,
  date: [
    { kind: 'dateField', key: 'field', required: true },
    { kind: 'duration', key: 'offset', signed: true },
    { kind: 'clock', key: 'at' },
    { kind: 'flag', key: 'yearly' },
    filter,
    zone,
  ],
  schedule: [{ kind: 'schedule', key: 'cron', required: true }, filter, zone],
  webhook: [],
  event: [{ kind: 'event', key: 'type', root: true, required: true }],
} as const satisfies Readonly<Record<string, readonly Part[]>>;

export type TriggerName = keyof typeof triggers;

export const triggerNames = Object.keys(triggers) as TriggerName[];

export const isTrigger = (name: string): name is TriggerName => Object.hasOwn(triggers, name);

export const triggerParts = (name: string): readonly Part[] => (isTrigger(name) ? triggers[name] : []);
