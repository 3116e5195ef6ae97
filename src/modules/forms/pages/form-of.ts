import { notFound } from '#core/errors.ts';
import type { Visit } from '#core/page.ts';
import { findFormAt, type OpenForm } from '../submissions/find-form.ts';

/** Caches the form for each request, so that a failed page is shown without a second look-up. */
const found = new WeakMap<Visit['origin'], Promise<OpenForm>>();

/** The form at the address of a request. */
export function formOf(visit: Visit): Promise<OpenForm> {
  const form = found.get(visit.origin) ?? findAt(visit);
  found.set(visit.origin, form);
  return form;
}

async function findAt(visit: Visit): Promise<OpenForm> {
  const [accountKey = '', slug = ''] = visit.rest.split('/');
  if (!/^[a-z0-9-]{1,63}$/.test(accountKey) || !/^[a-z0-9][a-z0-9-]{0,199}$/.test(slug)) throw notFound('This form');
  return findFormAt(visit, accountKey, slug);
}
