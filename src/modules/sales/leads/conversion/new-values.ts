import type { Context } from '#core/context.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isFreeMail } from '#lib/free-mail.ts';
import { type SalesSlug, salesModel } from '../sales-model.ts';

/** The values of the records that a lead becomes. */

/** Fields of leads that mean something else in the new records, or that those get by themselves. */
const notCopied = new Set(['status', 'statusId', 'score', 'rating', 'ownerId', 'createdBy', 'updatedBy']);

const fits = (from: Field, to: Field | undefined): to is Field =>
  to !== undefined &&
  !to.readOnly &&
  from.type.name === to.type.name &&
  from.declared.to === to.declared.to &&
  !to.unique &&
  from.type.seal === undefined;

/** Fields with the same key and type, custom fields included. */
function sameFields(lead: RecordObject, from: Model, to: Model, only: (field: Field) => boolean): RecordObject {
  const values: Record<string, JsonValue> = {};
  for (const [key, field] of from.fields) {
    const value = lead[key];
    if (value === undefined || value === null || notCopied.has(key) || !only(field)) continue;
    if (fits(field, to.fields.get(key))) values[key] = value;
  }
  return values;
}

const models = (context: Context, slug: SalesSlug) =>
  [salesModel(context, 'leads'), salesModel(context, slug)] as const;

export function contactValues(context: Context, lead: RecordObject, accountId: string | null): RecordObject {
  return { ...sameFields(lead, ...models(context, 'contacts'), () => true), accountId };
}

/** The fields of a lead that describe its company. The others describe the person. */
const ofCompany = new Set(['website', 'industryId', 'regionId', 'employees', 'annualRevenue', 'currency', 'timeZone']);

/** The values of a new account. `company` is the name of the company. */
export function accountValues(context: Context, lead: RecordObject, company: string): RecordObject {
  const [from, to] = models(context, 'accounts');
  const address = ['Street', 'City', 'State', 'PostalCode', 'Country'].flatMap((part): [string, JsonValue][] => {
    const value = lead[`mailing${part}`];
    return value === undefined || value === null ? [] : [[`billing${part}`, value]];
  });
  return {
    ...sameFields(lead, from, to, ({ key, customId }) => customId !== undefined || ofCompany.has(key)),
    ...Object.fromEntries(address),
    name: company,
    domain: domainOf(lead),
  };
}

export function opportunityValues(
  context: Context,
  lead: RecordObject,
  links: { readonly contactId: string; readonly accountId: string | null },
): RecordObject {
  const [from, to] = models(context, 'opportunities');
  const origin = new Set(['source', 'currency', 'campaignId', 'salesCampaignId', 'regionId']);
  return {
    ...sameFields(lead, from, to, ({ key, customId }) => customId !== undefined || origin.has(key)),
    name: String(lead.company ?? nameOf(lead)),
    value: lead.estimatedValue ?? null,
    leadId: lead._id as string,
    ...links,
  };
}

/** The name by which people know a lead. */
export const nameOf = (lead: RecordObject): string => String(lead.name ?? lead.company ?? lead.email ?? '');

export const addressOf = ({ email }: RecordObject): string | null =>
  typeof email === 'string' ? email.toLowerCase() : null;

/** The domain of the lead's company: of its website, else of its address. Providers of free mail are no company. */
export function domainOf(lead: RecordObject): string | null {
  const { website } = lead;
  if (typeof website === 'string') {
    const host = URL.parse(website)?.hostname.replace(/^www\./, '');
    if (host) return host;
  }
  const domain = addressOf(lead)?.split('@')[1];
  return domain === undefined || isFreeMail(domain) ? null : domain;
}
