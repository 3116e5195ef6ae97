import { before, describe, it } from 'node:test';
import type { Model } from '#core/models/model.ts';
import { createRegistry } from '../src/app.ts';
import { Bench, type Subject } from './conformance-bench.ts';
import * as past from './conformance-past.ts';
import * as reads from './conformance-reads.ts';
import * as writes from './conformance-writes.ts';
import { coveringModels } from './covering-models.ts';
import type { TestApp } from './harness.ts';

/**
 * Runs the same checks for every model; `npm test` selects models that together have every trait. The checks follow the
 * life of two records, so their order matters.
 */
export function conformance(app: TestApp, includes: (model: Model) => boolean): void {
  let bench: Bench;
  const models = coveringModels(createRegistry().models).filter(includes);
  before(async () => {
    bench = await Bench.start(app);
    await bench.createUsers(models);
  });
  for (const model of models) {
    const subject: Subject = { model, first: undefined, second: undefined };
    const check = (name: string, run: (bench: Bench, subject: Subject) => void | Promise<void>) =>
      it(name, () => run(bench, subject));
    describe(model.name, () => {
      check('is created with every field, and writes one event', async () => {
        const create = model.readOnly ? writes.isInserted : writes.isCreated;
        await create(bench, subject, 'first');
        await create(bench, subject, 'second');
      });
      check('is read by its id', reads.isRead);
      check('is listed and searched', reads.isListed);
      check('is answered with exactly the fields of its schema', reads.answersAreClosed);
      check('is found by every filterable field', reads.isFoundByEveryField);
      check('is sorted by every sortable field, in both directions', reads.isSortedByEveryField);
      check('is read only with the scope to read', reads.needsScopeToRead);
      if (model.readOnly) {
        check('is not seen by another tenant', () => reads.isUnseenBy(bench, subject, bench.stranger));
        check('refuses every write', writes.isOnlyRead);
        check('has a history', past.hasHistory);
        check('is read as of a point in time', past.isReadAsOf);
      } else changes(model, check);
    });
  }
}

type Check = (name: string, run: (bench: Bench, subject: Subject) => Promise<void>) => void;

function changes(model: Model, check: Check): void {
  check('is written only with the scope to write', writes.needsScopeToWrite);
  check('is neither seen nor changed by another tenant', writes.isOutOfReachOfOthers);
  check('refuses unknown, read-only and missing fields', writes.refusesWrongFields);
  check('refuses references to records of another tenant', writes.refusesForeignReferences);
  check('is created with its defaults', writes.fillsInDefaults);
  check('is replaced by PUT, with one event', writes.isReplaced);
  check('is not changed by PUT and PATCH with the same values', writes.staysAsItIs);
  check('is changed by PATCH only in the given fields, with one event', writes.isPatched);
  const merges = model.putMerges
    ? 'keeps fields that PUT leaves out'
    : 'resets fields that PUT leaves out to their default';
  check(merges, writes.leavesOut);
  check('has a history', past.hasHistory);
  check('is read as of a point in time', past.isReadAsOf);
  check('is reverted to a version, with one event', past.isReverted);
  if (model.removeSets) check('is deactivated by DELETE, with one event', writes.isDeactivated);
  else check('is deleted, with one event', writes.isDeleted);
  if (model.removeSets || model.permanent) check('cannot be restored', past.isNotRestored);
  else check('is restored as it was, with one event', past.isRestored);
}
