import { actions, answer } from '~/api/actions.ts';

const paths = {
  preview: '/api/sales/lead-management/preview',
  convert: '/api/sales/lead-management/convert',
  unconvert: '/api/sales/lead-management/unconvert',
  score: '/api/sales/lead-management/score',
  route: '/api/sales/lead-management/route',
} as const;

export interface ConvertInput {
  readonly leadId: string;
  readonly contactId: string | null;
  readonly accountId: string | null;
  readonly createOpportunity: boolean;
  readonly opportunity?: Record<string, never>;
}

export const previewConversion = (leadId: string, signal: AbortSignal) =>
  answer(actions.GET(paths.preview, { params: { query: { leadId } }, signal }));

export const convertLead = (body: ConvertInput) => answer(actions.POST(paths.convert, { body }));

export const unconvertLead = (leadId: string) => answer(actions.POST(paths.unconvert, { body: { leadId } }));

/** Computes the score and its reasons. `isTrial` writes nothing. */
export const scoreLead = (leadId: string, isTrial: boolean) =>
  answer(actions.POST(paths.score, { params: { query: { dryRun: isTrial } }, body: { leadId } }));

export const routeLead = (leadId: string) => answer(actions.POST(paths.route, { body: { leadId } }));

export const leadsPath = '/api/sales/leads';

/** The models that a conversion or its undo changes. */
export const convertedPaths = [
  leadsPath,
  '/api/sales/contacts',
  '/api/sales/accounts',
  '/api/sales/opportunities',
  '/api/sales/tasks',
  '/api/sales/notes',
  '/api/sales/leadNotes',
  '/api/sales/leadTasks',
  '/api/sales/leadFiles',
] as const;
