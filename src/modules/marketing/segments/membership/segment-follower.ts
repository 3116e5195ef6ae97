import { defineFollower } from '#core/events/following/event-follower.ts';
import { followTurn, type NoState } from './follow-turn.ts';
import { followerName } from './read-changes.ts';

/** Keeps the members of segments up to date in tenants that have segments. */
export const segmentFollower = defineFollower<NoState>({
  name: followerName,
  failure: 'segments were not evaluated',
  turn: followTurn,
});
