import { systemCaller } from '#core/access/caller.ts';
import { type Context, laneOf } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isId } from '#lib/ids.ts';
import { findFormTenant } from './sql/find-form-tenant.ts';

const noTenant = '0';

/** A form and the platform's call in its tenant. */
export interface OpenForm {
  readonly context: Context;
  readonly form: RecordObject;
}

/** The published form with an id, for somebody who is not signed in. Every other form is not found. */
export async function findForm(visit: Context, id: string): Promise<OpenForm> {
  const missing = notFound(`Form ${id}`);
  if (!isId(id)) throw missing;
  const tenantId = await findFormTenant(laneOf(visit, noTenant), id.toLowerCase());
  const { directory } = visit.services;
  const tenant = tenantId === undefined ? undefined : await directory.tenantById(tenantId);
  if (!tenant || tenantId === undefined) throw missing;
  const registry = await directory.registry(tenantId);
  const context = { ...visit, registry, caller: systemCaller(tenantId, tenant.accountKey) };
  return { context, form: await readForm(context, id.toLowerCase(), missing) };
}

async function readForm(context: Context, id: string, missing: AppError): Promise<RecordObject> {
  const model = context.registry.find('forms', 'forms');
  if (!model) throw new Error('the model forms.forms is missing');
  const { body } = await invoke(context, operations.get, model, { id, query: {} }).catch((error) => {
    throw error instanceof AppError && error.code === 'not_found' ? missing : error;
  });
  const form = JSON.parse(body) as RecordObject;
  if (form.status !== 'published') throw missing;
  return form;
}
