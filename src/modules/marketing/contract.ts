/** Actions and queries of this module that other modules use. */
export {
  draftInput,
  type EnrollmentPlace,
  enrollRecord,
  listEnrollments,
  type WorkflowDraft,
  workflowActions,
} from './automation/contract.ts';
export { addressedModel, audiencePage, resolveAudience } from './segments/contract.ts';
export { countConversion, hasSiteDomain, readPageToken } from './sites/contract.ts';
