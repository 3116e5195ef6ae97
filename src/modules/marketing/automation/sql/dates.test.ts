import assert from 'node:assert/strict';
import { it } from 'node:test';
import { asPlatform, tenantContext } from '#core/access/platform.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { appForFile } from '#test/harness.ts';
import { activeWorkflow, workflowsPath } from '#test/workflow-tools.ts';
import { datesBetween } from './dates.ts';

const { app, admin } = await appForFile();

it('finds who has a birthday on a day: people of 29 February on the 28th of common years', async () => {
  const names = new Map<string, string>();
  for (const birthday of ['2000-02-28', '2000-02-29', '1999-03-01', '2026-12-31', '2027-02-28']) {
    const { _id } = await admin.create('/api/sales/contacts', { lastName: birthday, birthday });
    names.set(_id, birthday);
  }
  const { services } = app;
  const { id = '', accountKey = '' } = (await services.directory.tenantByKey('default')) ?? {};
  const context = asPlatform(await tenantContext(services, { tenantId: id, accountKey }));
  const model = context.registry.named('contacts') as Model;
  const field = model.fields.get('birthday') as Field;
  const on = async (day: string): Promise<(string | undefined)[]> =>
    (await datesBetween(context, model, field, day, 'yearly')).map((one) => names.get(one)).toSorted();
  assert.deepEqual(await on('2026-02-28'), ['2000-02-28', '2000-02-29']);
  assert.deepEqual(await on('2026-03-01'), ['1999-03-01']);
  assert.deepEqual(await on('2028-02-28'), ['2000-02-28', '2027-02-28']);
  assert.deepEqual(await on('2028-02-29'), ['2000-02-29']);
  // Nobody has a birthday before being born.
  assert.deepEqual(await on('2025-12-31'), []);
  assert.deepEqual(await on('2026-12-31'), ['2026-12-31']);
});

it('refuses a schedule that never comes', async () => {
  const values = { trigger: 'schedule', triggerConfig: { cron: '0 0 30 2 *' } };
  const steps = [{ key: 'a', type: 'addTag', config: { tag: 'x' } }];
  const { _id } = await admin.create(workflowsPath, { name: 'W', modelKey: 'contacts', steps, ...values });
  const { status, body } = await admin.post(`${workflowsPath}/${_id}/activate`, {});
  assert.equal(status, 422);
  assert.equal(body.error.details[0].field, 'triggerConfig.cron');
  await activeWorkflow(admin, steps, { ...values, triggerConfig: { cron: '0 0 29 2 *' } });
});
