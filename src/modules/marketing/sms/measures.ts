import type { Services } from '#core/context.ts';
import type { Measure } from '#core/measures.ts';

export const smsMeasures = ({ tally }: Services): Measure[] => [
  tally.measure('sms_attempts_total', 'Text messages that this node handed to a provider, by result.', 'textMessages', [
    'sent',
    'failed',
    'unconfirmed',
    'refused',
  ]),
];
