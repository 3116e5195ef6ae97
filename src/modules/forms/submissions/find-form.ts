import { systemCaller } from '#core/access/caller.ts';
import type { Context } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { defineService } from '#core/module-service.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isId } from '#lib/ids.ts';
import { LruMap } from '#lib/lru.ts';
import { definitionOf, type FormDefinition } from '../definition/form-definition.ts';
import { cachedForm, cacheForm } from './form-cache.ts';
import { findFormTenant } from './sql/find-form-tenant.ts';

/** A form, and a context of the platform in the form's tenant. */
export interface OpenForm {
  readonly context: Context;
  readonly form: RecordObject;
  readonly definition: FormDefinition;
}

/** The parts of a context that exist for a visitor without a session. */
export type FormVisitor = Pick<Context, 'services' | 'requestId' | 'origin'>;

/** A form never moves to another tenant, so the tenant is cached without expiry. */
export const formTenants = defineService({ name: 'forms.formTenants', make: () => new LruMap<string, string>(10_000) });

/** The published form with this id, for a visitor without a session. Throws `not_found` for every other form. */
export async function findForm(visitor: FormVisitor, id: string): Promise<OpenForm> {
  // The error is created when it is needed, because collecting its stack takes time.
  const missing = () => notFound(`Form ${id}`);
  const formId = id.toLowerCase();
  const accountKey = isId(formId) ? await accountOf(visitor, formId) : undefined;
  const context = accountKey === undefined ? undefined : await contextIn(visitor, accountKey, formId);
  if (!context) throw missing();
  const cached = cachedForm(visitor.services, formId, context.registry);
  if (cached) return { context, form: cached.form, definition: cached.definition };
  const { body } = await invoke(context, operations.get, formModel(context), { id: formId, query: {} }).catch(
    (error) => {
      throw error instanceof AppError && error.code === 'not_found' ? missing() : error;
    },
  );
  const form = requirePublished(JSON.parse(body), missing);
  const definition = definitionOf(context.registry, form);
  cacheForm(visitor.services, context.registry, form, definition);
  return { context, form, definition };
}

/** The published form at this account key and slug. */
export async function findFormAt(visitor: FormVisitor, accountKey: string, slug: string): Promise<OpenForm> {
  const missing = () => notFound('This form');
  const context = await contextIn(visitor, accountKey);
  if (!context) throw missing();
  const query = { filter: { slug: { eq: slug } }, limit: '1', count: 'none' };
  const { body } = await invoke(context, operations.list, formModel(context), { query: () => query });
  const [form] = (JSON.parse(body) as { data: RecordObject[] }).data;
  if (!form) throw missing();
  const published = requirePublished(form, missing);
  const definition = definitionOf(context.registry, published);
  return { context: { ...context, via: { kind: 'form', id: String(form._id) } }, form: published, definition };
}

async function accountOf(visitor: FormVisitor, formId: string): Promise<string | undefined> {
  const { services } = visitor;
  const cache = services.of(formTenants);
  const cached = cache.get(formId);
  if (cached !== undefined) return cached;
  const tenantId = await findFormTenant(services.db.lookUps, formId);
  const accountKey = tenantId === undefined ? undefined : (await services.directory.tenantById(tenantId))?.accountKey;
  if (accountKey !== undefined) cache.set(formId, accountKey);
  return accountKey;
}

/** Undefined when the account does not exist or is not active. */
async function contextIn(visitor: FormVisitor, accountKey: string, formId?: string): Promise<Context | undefined> {
  const { services, requestId, origin } = visitor;
  const tenant = await services.directory.tenantByKey(accountKey);
  if (tenant?.status !== 'active') return undefined;
  const registry = await services.directory.registry(tenant.id);
  return {
    services,
    requestId,
    ...(origin && { origin }),
    registry,
    caller: systemCaller(tenant.id, tenant.accountKey),
    ...(formId !== undefined && { via: { kind: 'form' as const, id: formId } }),
  };
}

function formModel({ registry }: Context): Model {
  const model = registry.find('forms', 'forms');
  if (!model) throw new Error('the model forms.forms is missing');
  return model;
}

function requirePublished(form: RecordObject, missing: () => AppError): RecordObject {
  if (form.status !== 'published') throw missing();
  return form;
}
