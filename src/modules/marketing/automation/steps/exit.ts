import { optionalText } from '../definition/read-config.ts';
import { defineStep } from './step-type.ts';

/** Ends the enrollment. */
export const exit = defineStep<string>({
  read(_reading, config) {
    return optionalText(config, 'reason', 255) ?? 'The workflow ended it.';
  },
  run: async ({ rows }, reason) => rows.map(() => ({ outcome: 'exited', why: reason })),
});
