import type { Job } from '#core/jobs/job.ts';
import { defineModule } from '#core/module.ts';
import { createField, deleteField, restoreField, updateField } from './actions/fields/update-field.ts';
import { spineStatus } from './actions/get-spine-status.ts';
import { cancelJob, getJob, listJobs, retryJob } from './actions/jobs/list-jobs.ts';
import { changes } from './actions/list-changes.ts';
import { listTrash } from './actions/list-trash.ts';
import { deleteModel, restoreModel } from './actions/models/delete-model.ts';
import { createModel, getModel, listModels, updateModel } from './actions/models/list-models.ts';
import { deleteModelJob } from './jobs/delete-model.ts';
import { eventsPartitions } from './jobs/events-partitions.ts';
import { eventsRetention } from './jobs/events-retention.ts';
import { idempotencyCleaning } from './jobs/idempotency-cleaning.ts';
import { jobsCleaning } from './jobs/jobs-cleaning.ts';
import { restoreModelJob } from './jobs/restore-model.ts';
import { schemaRetention } from './jobs/schema-retention.ts';
import { dataMeasures } from './measures.ts';

/** The registry: what models there are, and what a tenant adds to them. And what goes on in the background. */
export const data = defineModule({
  key: 'data',
  label: 'Data',
  models: [],
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
    changes,
    listTrash,
    spineStatus,
    listJobs,
    getJob,
    cancelJob,
    retryJob,
  ],
  jobs: [
    eventsPartitions,
    eventsRetention,
    idempotencyCleaning,
    jobsCleaning,
    schemaRetention,
    deleteModelJob as Job,
    restoreModelJob as Job,
  ],
  background: ({ spineWatch }) => spineWatch,
  measures: dataMeasures,
});
