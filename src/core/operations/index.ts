import type { Job } from '../jobs/job.ts';
import { aggregate } from './aggregate.ts';
import { bulk } from './bulk.ts';
import { create } from './create.ts';
import { get } from './get.ts';
import { history } from './history.ts';
import { list, search } from './list.ts';
import { remove } from './remove.ts';
import { removeAsync, removeRecordJob } from './remove-job.ts';
import { restore } from './restore.ts';
import { restoreAsync, restoreRecordJob } from './restore-job.ts';
import { revert } from './revert.ts';
import { replace, update } from './update.ts';

export { authorize, invoke } from './operation.ts';

/** The operations that every model has. */
export const operations = {
  list,
  get,
  create,
  replace,
  update,
  remove,
  removeAsync,
  search,
  aggregate,
  bulk,
  history,
  restore,
  restoreAsync,
  revert,
};

/** Jobs of operations that may take longer than a request. */
export const recordJobs: readonly Job[] = [removeRecordJob as Job, restoreRecordJob as Job];
