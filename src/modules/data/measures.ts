import type { Services } from '#core/context.ts';
import { type Measure, maxCounted } from '#core/measures.ts';

export const dataMeasures = ({ spineWatch, jobs, tally }: Services): Measure[] => [
  {
    name: 'spine_held_back_seconds',
    help: 'How long webhooks and feeds have waited for a transaction that is still open.',
    kind: 'gauge',
    read: async () => [{ value: (await spineWatch.check()).heldBackMs / 1000 }],
  },
  {
    name: 'jobs_waiting',
    help: `Background jobs of all nodes that are due or planned, counted up to ${maxCounted}.`,
    kind: 'gauge',
    read: async () => [{ value: await jobs.countWaiting(maxCounted) }],
  },
  tally.measure('jobs_ended_total', 'Runs of background jobs that ended on this node.', 'jobs', [
    'done',
    'failed',
    'given up',
    'postponed',
  ]),
];
