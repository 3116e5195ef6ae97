import { defineAction } from '#core/action.ts';
import { idInput, recordAnswer } from '../action-shapes.ts';
import { stopSequence } from '../sequences/change-sequence.ts';
import { sequenceKinds } from '../sequences/kinds.ts';

const actions = [
  { name: 'marketing.archiveDripCampaign', slug: 'emailDripCampaigns' },
  { name: 'marketing.archiveCampaignSequence', slug: 'campaignSequences' },
  { name: 'marketing.archiveEmailSequence', slug: 'emailSequenceWorkflows' },
] as const;

export const archiveSequences = actions.map(({ name, slug }) => {
  const kind = sequenceKinds[slug];
  return defineAction({
    name,
    summary: `Archive a ${kind.label}`,
    routes: [{ method: 'POST', path: `/api/marketing/${slug}/:id/archive` }],
    access: 'marketing:write',
    input: idInput,
    output: recordAnswer,
    run: async (context, { id }) => ({ body: (await stopSequence(context, kind, id, 'archive')) as never }),
  });
});
