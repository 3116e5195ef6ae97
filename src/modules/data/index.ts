import { defineModule } from '#core/module.ts';
import { changes } from './actions/changes.ts';
import { createField, deleteField, updateField } from './actions/fields.ts';
import { cancelJob, getJob, listJobs, retryJob } from './actions/jobs.ts';
import { createModel, deleteModel, getModel, listModels, updateModel } from './actions/models.ts';
import { spineStatus } from './actions/spine.ts';
import { listTrash } from './actions/trash.ts';
import { eventsPartitions } from './jobs/events-partitions.ts';
import { eventsRetention } from './jobs/events-retention.ts';
import { idempotencyCleaning } from './jobs/idempotency-cleaning.ts';
import { jobsCleaning } from './jobs/jobs-cleaning.ts';
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
    createField,
    updateField,
    deleteField,
    changes,
    listTrash,
    spineStatus,
    listJobs,
    getJob,
    cancelJob,
    retryJob,
  ],
  jobs: [eventsPartitions, eventsRetention, idempotencyCleaning, jobsCleaning],
  background: ({ spineWatch }) => spineWatch,
  measures: dataMeasures,
});
