import { asPlatform } from '#core/access/platform.ts';
import { defineAction } from '#core/action.ts';
import { idInput } from '../action-shapes.ts';
import { workflowStatistics } from '../explaining/statistics.ts';
import { readSequence } from '../sequences/change-sequence.ts';
import { sequenceKinds, workflowIdOf } from '../sequences/kinds.ts';
import { statsOutput } from './get-workflow-stats.ts';

const nobody = { enrolled: 0, active: 0, completed: 0, exited: 0, failed: 0, steps: [] };

const actions = [
  { name: 'marketing.getDripCampaignStats', slug: 'emailDripCampaigns' },
  { name: 'marketing.getCampaignSequenceStats', slug: 'campaignSequences' },
  { name: 'marketing.getEmailSequenceStats', slug: 'emailSequenceWorkflows' },
] as const;

export const getSequenceStats = actions.map(({ name, slug }) => {
  const kind = sequenceKinds[slug];
  return defineAction({
    name,
    summary: `How many people went through each step of a ${kind.label}`,
    routes: [{ method: 'GET', path: `/api/marketing/${slug}/:id/stats` }],
    access: 'marketing:read',
    input: idInput,
    output: statsOutput,
    async run(context, { id }) {
      await readSequence(context, kind, id);
      // A role may hide the field from the caller.
      const workflowId = workflowIdOf(await readSequence(asPlatform(context), kind, id));
      if (workflowId === undefined) return { body: nobody };
      return { body: (await workflowStatistics(context, { _id: workflowId })) as never };
    },
  });
});
