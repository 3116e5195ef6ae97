import { defineFollower } from '#core/events/following/event-follower.ts';
import { followTurn, type NoState } from './follow-turn.ts';
import { followerName } from './read-news.ts';

/** People notice how long a workflow takes to begin. */
const delayMs = 10;

/** Enrolls records in workflows when their triggers happen, and ends waits for events. */
export const workflowFollower = defineFollower<NoState>({
  name: followerName,
  failure: 'workflows were not triggered',
  delayMs,
  turn: followTurn,
});
