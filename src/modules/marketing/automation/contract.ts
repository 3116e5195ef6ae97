/** Exports for other parts and modules, which enroll their records in workflows and write drafts. */

export { draftInput, type WorkflowDraft } from './drafting/draft-input.ts';
export { draftWorkflow } from './drafting/draft-workflow.ts';
export { enrollRecord } from './enrolling/enroll-record.ts';
export { type EnrollmentPlace, listEnrollments } from './sql/enrollments-of-model.ts';
