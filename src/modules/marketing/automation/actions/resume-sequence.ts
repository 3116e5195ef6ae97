import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { resumeSequence } from '../sequences/change-sequence.ts';
import { sequenceKinds } from '../sequences/kinds.ts';

const actions = [
  { name: 'marketing.resumeDripCampaign', slug: 'emailDripCampaigns' },
  { name: 'marketing.resumeCampaignSequence', slug: 'campaignSequences' },
  { name: 'marketing.resumeEmailSequence', slug: 'emailSequenceWorkflows' },
] as const;

export const resumeSequences = actions.map(({ name, slug }) => {
  const kind = sequenceKinds[slug];
  return defineAction({
    name,
    summary: `Let a paused ${kind.label} go on`,
    routes: [{ method: 'POST', path: `/api/marketing/${slug}/:id/resume` }],
    access: 'marketing:write',
    input: idInput,
    output: recordAnswer,
    run: async (context, { id }) => ({ body: (await resumeSequence(context, kind, id)) as never }),
  });
});
