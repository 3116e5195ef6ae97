/** Exports for other parts and modules, which enroll their records in workflows and have drafts written. */

export { draftInput, type WorkflowDraft } from './drafting/draft-input.ts';
export { enrollRecord } from './enrolling/enroll-record.ts';
export { type EnrollmentPlace, listEnrollments } from './sql/enrollments-of-model.ts';

/** Its input is `draftInput`. */
export const workflowActions = { draft: { name: 'marketing.draftWorkflow' } } as const;
