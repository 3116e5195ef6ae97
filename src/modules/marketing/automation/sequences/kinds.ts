import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/operations/validate.ts';

type SequenceSlug = 'emailDripCampaigns' | 'campaignSequences' | 'emailSequenceWorkflows';

/** What differs between the models of sequences. All of them run as workflows. */
export interface SequenceKind {
  readonly slug: SequenceSlug;
  /** Subject of messages: "The drip campaign is archived." */
  readonly label: string;
  /** Begins the name of the workflow. */
  readonly prefix: string;
  /** The field with the messages. */
  readonly list: 'emails' | 'steps';
  readonly channels: readonly Channel[];
}

export type Channel = 'email' | 'sms' | 'task';

const allChannels: readonly Channel[] = ['email', 'sms', 'task'];

export const sequenceKinds: Readonly<Record<SequenceSlug, SequenceKind>> = {
  emailDripCampaigns: {
    slug: 'emailDripCampaigns',
    label: 'drip campaign',
    prefix: 'Drip',
    list: 'emails',
    channels: ['email'],
  },
  campaignSequences: {
    slug: 'campaignSequences',
    label: 'sequence',
    prefix: 'Sequence',
    list: 'steps',
    channels: allChannels,
  },
  emailSequenceWorkflows: {
    slug: 'emailSequenceWorkflows',
    label: 'email sequence',
    prefix: 'Email sequence',
    list: 'steps',
    channels: allChannels,
  },
};

/** A record of one of the models. */
export interface Sequence {
  readonly kind: SequenceKind;
  readonly record: RecordObject;
}

export function modelOf({ registry }: Pick<Context, 'registry'>, { slug }: SequenceKind): Model {
  const model = registry.find('marketing', slug);
  if (!model) throw new Error(`the model marketing.${slug} is missing`);
  return model;
}

export function kindOf({ name }: Model): SequenceKind {
  const kind = Object.values(sequenceKinds).find(({ slug }) => name === `marketing.${slug}`);
  if (!kind) throw new Error(`${name} is not a model of sequences`);
  return kind;
}

export const workflowIdOf = ({ workflowId }: RecordObject): string | undefined =>
  typeof workflowId === 'string' ? workflowId : undefined;
