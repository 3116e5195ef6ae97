import { together } from '#core/background.ts';
import { definePart } from '#core/modules/module.ts';
import { activateSequences } from './actions/activate-sequence.ts';
import { activateWorkflow } from './actions/activate-workflow.ts';
import { approveEnrollment } from './actions/approve-enrollment.ts';
import { archiveSequences } from './actions/archive-sequence.ts';
import { archiveWorkflow } from './actions/archive-workflow.ts';
import { draftWorkflow } from './actions/draft-workflow.ts';
import { enrollInSequences } from './actions/enroll-in-sequence.ts';
import { enrollInWorkflow } from './actions/enroll-records.ts';
import { exitEnrollment } from './actions/exit-enrollment.ts';
import { explainWorkflow } from './actions/explain-workflow.ts';
import { getSequenceStats } from './actions/get-sequence-stats.ts';
import { getWorkflowStats } from './actions/get-workflow-stats.ts';
import { installWorkflowRecipe } from './actions/install-recipe.ts';
import { listWorkflowRecipes } from './actions/list-recipes.ts';
import { listEnrollmentRuns } from './actions/list-runs.ts';
import { listWorkflowVersions } from './actions/list-versions.ts';
import { pauseEnrollment } from './actions/pause-enrollment.ts';
import { pauseSequences } from './actions/pause-sequence.ts';
import { pauseWorkflow } from './actions/pause-workflow.ts';
import { receiveWorkflowHook } from './actions/receive-hook.ts';
import { rejectEnrollment } from './actions/reject-enrollment.ts';
import { resumeEnrollment } from './actions/resume-enrollment.ts';
import { resumeSequences } from './actions/resume-sequence.ts';
import { resumeWorkflow } from './actions/resume-workflow.ts';
import { retryEnrollment } from './actions/retry-enrollment.ts';
import { testWorkflow } from './actions/test-workflow.ts';
import { compiledWorkflows } from './compiling/compiled-cache.ts';
import { dueSignal } from './enrolling/due-signal.ts';
import { workflowFollower } from './following/follower.ts';
import { enrollmentsRetention } from './jobs/enrollments-retention.ts';
import { campaignSequenceSnapshotContacts } from './models/campaignSequenceSnapshotContacts.ts';
import { campaignSequenceSnapshots } from './models/campaignSequenceSnapshots.ts';
import { campaignSequences } from './models/campaignSequences.ts';
import { emailDripCampaigns } from './models/emailDripCampaigns.ts';
import { emailSequenceWorkflows } from './models/emailSequenceWorkflows.ts';
import { workflowEnrollments } from './models/workflowEnrollments.ts';
import { workflowSteps } from './models/workflowSteps.ts';
import { workflows } from './models/workflows.ts';
import { workflowEngine } from './running/engine.ts';
import { workflowHttp } from './steps/http.ts';
import { sendingSettings } from './timing/send-rules.ts';

/** Workflows: what happens to records one step after another. Sequences of mails run on them. */
export const automationPart = definePart({
  models: [
    campaignSequences,
    campaignSequenceSnapshots,
    campaignSequenceSnapshotContacts,
    emailDripCampaigns,
    emailSequenceWorkflows,
    workflows,
    workflowSteps,
    workflowEnrollments,
  ],
  actions: [
    activateWorkflow,
    pauseWorkflow,
    resumeWorkflow,
    archiveWorkflow,
    enrollInWorkflow,
    testWorkflow,
    getWorkflowStats,
    explainWorkflow,
    listWorkflowVersions,
    receiveWorkflowHook,
    listEnrollmentRuns,
    pauseEnrollment,
    resumeEnrollment,
    exitEnrollment,
    retryEnrollment,
    approveEnrollment,
    rejectEnrollment,
    ...activateSequences,
    ...pauseSequences,
    ...resumeSequences,
    ...archiveSequences,
    ...enrollInSequences,
    ...getSequenceStats,
    listWorkflowRecipes,
    installWorkflowRecipe,
    draftWorkflow,
  ],
  jobs: [enrollmentsRetention],
  services: [workflowFollower, workflowEngine, dueSignal, compiledWorkflows, workflowHttp],
  background: (services) => together([services.of(workflowEngine), services.of(workflowFollower)]),
  settingRules: sendingSettings,
  tables: [
    'workflow_versions',
    'workflow_queue',
    'workflow_step_runs',
    'workflow_states',
    'workflow_intakes',
    'workflow_turns',
    'workflow_parked',
    'workflow_totals',
  ],
});
