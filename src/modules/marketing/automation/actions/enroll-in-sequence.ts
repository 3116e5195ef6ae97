import { Type } from 'typebox';
import { asPlatform } from '#core/access/platform.ts';
import { defineAction } from '#core/action.ts';
import { uuid } from '../action-shapes.ts';
import { readRunning } from '../enrolling/running-workflow.ts';
import { readSequence } from '../sequences/change-sequence.ts';
import { sequenceKinds, workflowIdOf } from '../sequences/kinds.ts';
import { enrollInput, enrollInRunning, enrollOutput } from './enroll-records.ts';

const actions = [
  { name: 'marketing.enrollInDripCampaign', slug: 'emailDripCampaigns' },
  { name: 'marketing.enrollInCampaignSequence', slug: 'campaignSequences' },
  { name: 'marketing.enrollInEmailSequence', slug: 'emailSequenceWorkflows' },
] as const;

export const enrollInSequences = actions.map(({ name, slug }) => {
  const kind = sequenceKinds[slug];
  return defineAction({
    name,
    summary: `Enroll people in a ${kind.label}: some, or the members of a segment`,
    routes: [{ method: 'POST', path: `/api/marketing/${slug}/:id/enroll` }],
    access: 'marketing:write',
    status: 202,
    input: Type.Object({ id: uuid, ...enrollInput }, { additionalProperties: false }),
    output: enrollOutput,
    async run(context, { id, ...given }) {
      await readSequence(context, kind, id);
      // A role may hide the field from the caller.
      const workflowId = workflowIdOf(await readSequence(asPlatform(context), kind, id));
      const running = workflowId === undefined ? undefined : await readRunning(context, workflowId);
      return { body: await enrollInRunning(context, running, given) };
    },
  });
});
