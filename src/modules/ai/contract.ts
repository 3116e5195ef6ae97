import { actionHandle } from '#core/action.ts';
import type { completeText as CompleteText } from './actions/complete.ts';

/** The actions that other modules may use. */

export const completeText = actionHandle<typeof CompleteText>('ai.text-completion.complete');
