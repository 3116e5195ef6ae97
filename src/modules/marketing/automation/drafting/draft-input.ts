import { type Static, Type } from 'typebox';
import { maxSteps } from '../definition/definition.ts';
import { describedSteps } from '../steps/described-steps.ts';
import { stepTypeNames } from '../steps/step-type-names.ts';
import { describedTriggers } from '../triggers/described-triggers.ts';
import { triggerNames } from '../triggers/trigger-names.ts';
import { inWords } from './guide.ts';

const object = (description: string) => Type.Optional(Type.Object({}, { additionalProperties: true, description }));
const segments = (description: string) =>
  Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: 100, description }));
const closed = { additionalProperties: false };

const draftStep = Type.Object(
  {
    key: Type.String({ maxLength: 60, description: 'A name that is unique in the workflow: letters, digits, _ or -.' }),
    name: Type.Optional(Type.String({ maxLength: 255, description: 'The step in a few words, for people.' })),
    type: Type.Enum([...stepTypeNames], { description: `Each type with its config:\n${inWords(describedSteps)}` }),
    config: object('The configuration of the type.'),
    next: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The key of the step that follows. Left out: the next one in the list. null: the end.',
      }),
    ),
  },
  closed,
);

/** A whole workflow, as a language model writes it. */
export const draftInput = Type.Object(
  {
    workflowId: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'An existing workflow without steps to fill in. Left out: a new one.',
      }),
    ),
    name: Type.String({ minLength: 1, maxLength: 255 }),
    description: Type.Optional(Type.String({ maxLength: 5000, description: 'What it is for, for people.' })),
    modelKey: Type.String({
      minLength: 1,
      maxLength: 130,
      description: 'The model of the records that go through it, such as contacts, leads or opportunities.',
    }),
    trigger: Type.Enum([...triggerNames], {
      description: `Each trigger with its triggerConfig:\n${inWords(describedTriggers)}`,
    }),
    triggerConfig: object('The configuration of the trigger.'),
    conditions: object('A filter: only records that match are enrolled by the trigger.'),
    segmentIds: segments('Ids of records of marketing.segments: only their members are enrolled by the trigger.'),
    excludedSegmentIds: segments('Ids of records of marketing.segments whose members are not enrolled.'),
    goal: object('A filter: records that match have reached the goal and leave at once.'),
    exitConditions: object('A filter: records that match leave at once.'),
    sendWindow: object(
      'When mails and texts are sent: {"weekdays":[1,2,3,4,5],"from":"09:00","to":"17:00","tz":"contact"}; 1 is Monday, tz is contact or a time zone.',
    ),
    allowReenrollment: Type.Optional(
      Type.Boolean({ description: 'A record may be in it several times at once. Left out: false.' }),
    ),
    steps: Type.Array(draftStep, { minItems: 1, maxItems: maxSteps }),
  },
  closed,
);

export type WorkflowDraft = Static<typeof draftInput>;
