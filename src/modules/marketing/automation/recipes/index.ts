import { afterWonDeal } from './after-won-deal.ts';
import { birthday } from './birthday.ts';
import { dataHygiene } from './data-hygiene.ts';
import { leadNurture } from './lead-nurture.ts';
import type { Recipe } from './recipe.ts';
import { renewalReminder } from './renewal-reminder.ts';
import { ticketEscalation } from './ticket-escalation.ts';
import { welcomeSeries } from './welcome-series.ts';
import { winBack } from './win-back.ts';

/** Workflows to begin with, in the order in which they are shown. */
export const recipes: readonly Recipe[] = [
  welcomeSeries,
  leadNurture,
  renewalReminder,
  winBack,
  birthday,
  afterWonDeal,
  ticketEscalation,
  dataHygiene,
];
