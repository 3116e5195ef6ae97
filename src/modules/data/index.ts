import { together } from '#core/background.ts';
import type { Job } from '#core/jobs/job.ts';
import { defineModule } from '#core/modules/module.ts';
import { sharingSettings } from '#core/operations/sharing.ts';
import { followCategoryJob } from '#core/statuses/follow-category.ts';
import { dismissDuplicates } from './actions/duplicates/dismiss-duplicates.ts';
import { listDuplicates } from './actions/duplicates/list-duplicates.ts';
import { createField } from './actions/fields/create-field.ts';
import { deleteField } from './actions/fields/delete-field.ts';
import { describeFormulas } from './actions/fields/describe-formulas.ts';
import { previewFormula } from './actions/fields/preview-formula.ts';
import { restoreField } from './actions/fields/restore-field.ts';
import { updateField } from './actions/fields/update-field.ts';
import { getSpineStatus } from './actions/get-spine-status.ts';
import { getTimeline } from './actions/get-timeline.ts';
import { cancelJob } from './actions/jobs/cancel-job.ts';
import { getJob } from './actions/jobs/get-job.ts';
import { listJobs } from './actions/jobs/list-jobs.ts';
import { retryJob } from './actions/jobs/retry-job.ts';
import { listChanges } from './actions/list-changes.ts';
import { listTrash } from './actions/list-trash.ts';
import { merge } from './actions/merges/merge.ts';
import { undoMerge } from './actions/merges/undo-merge.ts';
import { createModel } from './actions/models/create-model.ts';
import { deleteModel } from './actions/models/delete-model.ts';
import { getModel } from './actions/models/get-model.ts';
import { listModels } from './actions/models/list-models.ts';
import { restoreModel } from './actions/models/restore-model.ts';
import { updateModel } from './actions/models/update-model.ts';
import { createRule } from './actions/rules/create-rule.ts';
import { deleteRule } from './actions/rules/delete-rule.ts';
import { getRule } from './actions/rules/get-rule.ts';
import { listRules } from './actions/rules/list-rules.ts';
import { updateRule } from './actions/rules/update-rule.ts';
import { mergeStatusesAction } from './actions/statuses/merge-statuses.ts';
import { KeyKeeper } from './duplicates/key-keeper.ts';
import { scanDuplicatesJob } from './duplicates/scan-job.ts';
import { exportPart } from './exports/index.ts';
import { checkFormulaIndexes } from './formula-indexes/check-job.ts';
import { fillFormulaIndex } from './formula-indexes/fill-job.ts';
import { removeFormulaCopies } from './formula-indexes/remove-job.ts';
import { cancelImport } from './imports/actions/cancel-import.ts';
import { createImport } from './imports/actions/create-import.ts';
import { getRejected } from './imports/actions/get-rejected.ts';
import { pauseImport } from './imports/actions/pause-import.ts';
import { previewImport } from './imports/actions/preview-import.ts';
import { resumeImport } from './imports/actions/resume-import.ts';
import { undoImport } from './imports/actions/undo-import.ts';
import { importEvents } from './imports/import-record.ts';
import { importJob } from './imports/run/import-job.ts';
import { undoImportJob } from './imports/run/undo-job.ts';
import { deleteModelJob } from './jobs/delete-model.ts';
import { duplicatesCleaning } from './jobs/duplicates-cleaning.ts';
import { eventsPartitions } from './jobs/events-partitions.ts';
import { eventsRetention } from './jobs/events-retention.ts';
import { filesCleaning } from './jobs/files-cleaning.ts';
import { idempotencyCleaning } from './jobs/idempotency-cleaning.ts';
import { importsCleaning } from './jobs/imports-cleaning.ts';
import { jobsCleaning } from './jobs/jobs-cleaning.ts';
import { mergeJob } from './jobs/merge.ts';
import { mergeStatusesJob } from './jobs/merge-statuses.ts';
import { restoreModelJob } from './jobs/restore-model.ts';
import { schemaRetention } from './jobs/schema-retention.ts';
import { undoMergeJob } from './jobs/undo-merge.ts';
import { dataMeasures } from './measures.ts';
import { duplicateRules } from './models/duplicateRules.ts';
import { imports } from './models/imports.ts';
import { merges } from './models/merges.ts';
import { storedFiles } from './models/storedFiles.ts';
import { modelEvents } from './schema/model-events.ts';

/** The registry with the models, fields and rules that a tenant adds, the change feed, the trash, and background jobs. */
export const data = defineModule({
  key: 'data',
  label: 'Data',
  models: [storedFiles, duplicateRules, merges, imports],
  writesNeedAdmin: true,
  otherEvents: [modelEvents, importEvents],
  parts: [exportPart],
  actions: [
    listModels,
    getModel,
    createModel,
    updateModel,
    deleteModel,
    restoreModel,
    createField,
    updateField,
    deleteField,
    restoreField,
    listRules,
    getRule,
    createRule,
    updateRule,
    deleteRule,
    describeFormulas,
    previewFormula,
    listChanges,
    listTrash,
    getTimeline,
    getSpineStatus,
    listJobs,
    getJob,
    cancelJob,
    retryJob,
    mergeStatusesAction,
    listDuplicates,
    dismissDuplicates,
    merge,
    undoMerge,
    createImport,
    previewImport,
    pauseImport,
    resumeImport,
    cancelImport,
    undoImport,
    getRejected,
  ],
  jobs: [
    eventsPartitions,
    eventsRetention,
    idempotencyCleaning,
    filesCleaning,
    jobsCleaning,
    schemaRetention,
    deleteModelJob as Job,
    restoreModelJob as Job,
    mergeStatusesJob as Job,
    followCategoryJob as Job,
    scanDuplicatesJob as Job,
    duplicatesCleaning,
    mergeJob as Job,
    undoMergeJob as Job,
    importJob as Job,
    undoImportJob as Job,
    importsCleaning,
    fillFormulaIndex as Job,
    removeFormulaCopies as Job,
    checkFormulaIndexes,
  ],
  background: (services) => together([services.spineWatch, new KeyKeeper(services)]),
  measures: dataMeasures,
  tables: ['deleted_fields', 'deleted_models', 'import_mappings', 'import_rejections', 'merge_moves'],
  settingRules: sharingSettings,
});
