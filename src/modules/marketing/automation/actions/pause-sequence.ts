import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { stopSequence } from '../sequences/change-sequence.ts';
import { sequenceKinds } from '../sequences/kinds.ts';

const actions = [
  { name: 'marketing.pauseDripCampaign', slug: 'emailDripCampaigns' },
  { name: 'marketing.pauseCampaignSequence', slug: 'campaignSequences' },
  { name: 'marketing.pauseEmailSequence', slug: 'emailSequenceWorkflows' },
] as const;

export const pauseSequences = actions.map(({ name, slug }) => {
  const kind = sequenceKinds[slug];
  return defineAction({
    name,
    summary: `Pause a ${kind.label}: the people in it wait where they are`,
    routes: [{ method: 'POST', path: `/api/marketing/${slug}/:id/pause` }],
    access: 'marketing:write',
    input: idInput,
    output: recordAnswer,
    run: async (context, { id }) => ({ body: (await stopSequence(context, kind, id, 'pause')) as never }),
  });
});
