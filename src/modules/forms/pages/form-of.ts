import { notFound } from '#core/errors.ts';
import type { Visit } from '#core/page.ts';
import { findFormAt, type OpenForm } from '../submissions/find-form.ts';

/** Caches the form of each request, so that an error page needs no second look-up. */
const found = new WeakMap<Visit['origin'], Promise<OpenForm>>();

/** The form for the URL of a request. */
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
