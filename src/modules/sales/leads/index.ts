import { definePart } from '#core/modules/module.ts';
import { convertLead } from './actions/convert-lead.ts';
import { enrollLead } from './actions/enroll-lead.ts';
import { listNurturedLeads } from './actions/list-nurtured-leads.ts';
import { previewConversion } from './actions/preview-conversion.ts';
import { routeLead } from './actions/route-lead.ts';
import { scoreLead } from './actions/score-lead.ts';
import { unconvertLead } from './actions/unconvert-lead.ts';
import { leadFollower } from './following/lead-follower.ts';
import { leadRoutingRules } from './models/leadRoutingRules.ts';
import { leadScoringRules } from './models/leadScoringRules.ts';
import { ratingSettings } from './scoring/rating.ts';

/** This part scores leads, gives them owners, converts them, and enrolls them in workflows. */
export const leadsPart = definePart({
  models: [leadScoringRules, leadRoutingRules],
  actions: [previewConversion, convertLead, unconvertLead, scoreLead, routeLead, enrollLead, listNurturedLeads],
  services: [leadFollower],
  background: (services) => services.of(leadFollower),
  settingRules: ratingSettings,
  tables: ['lead_conversions', 'lead_routing_turns', 'score_decays'],
});
