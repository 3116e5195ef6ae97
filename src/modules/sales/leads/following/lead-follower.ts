import { defineFollower } from '#core/events/following/event-follower.ts';
import { followTurn, type Rescore } from './follow-turn.ts';
import { leadRules } from './sql/news.ts';

/** Scores and routes leads soon after something happened, in tenants that have rules. */
export const leadFollower = defineFollower<Rescore>({
  name: leadRules,
  failure: 'leads were not scored and routed',
  turn: followTurn,
});
