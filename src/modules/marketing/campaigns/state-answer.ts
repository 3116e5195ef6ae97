import { Type } from 'typebox';

/** The input and the answer of actions that change the state of a campaign. */
export const campaignPath = Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false });

export const stateAnswer = Type.Object({
  _id: Type.String({ format: 'uuid' }),
  status: Type.String(),
  launchedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  completedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});

type Time = string | null;

export const stateOf = (campaign: Readonly<Record<string, unknown>>) => ({
  _id: String(campaign._id),
  status: String(campaign.status),
  launchedAt: (campaign.launchedAt as Time | undefined) ?? null,
  completedAt: (campaign.completedAt as Time | undefined) ?? null,
});
