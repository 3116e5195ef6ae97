import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { recordAnswer, uuid } from '../action-shapes.ts';
import { activateSequence } from '../sequences/change-sequence.ts';
import { sequenceKinds } from '../sequences/kinds.ts';

const actions = [
  { name: 'marketing.activateDripCampaign', slug: 'emailDripCampaigns' },
  { name: 'marketing.activateCampaignSequence', slug: 'campaignSequences' },
  { name: 'marketing.activateEmailSequence', slug: 'emailSequenceWorkflows' },
] as const;

export const activateSequences = actions.map(({ name, slug }) => {
  const kind = sequenceKinds[slug];
  return defineAction({
    name,
    summary: `Check a ${kind.label}, and let it run as it is now`,
    routes: [{ method: 'POST', path: `/api/marketing/${slug}/:id/activate` }],
    access: 'marketing:write',
    input: Type.Object(
      {
        id: uuid,
        moveEnrollments: Type.Optional(
          Type.Boolean({
            default: false,
            description:
              'People in an older version go on by the new one, at the same message. Otherwise they stay on theirs.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    output: recordAnswer,
    run: async (context, { id, moveEnrollments = false }) => ({
      body: (await activateSequence(context, kind, id, moveEnrollments)) as never,
    }),
  });
});
