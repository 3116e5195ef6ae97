import { type Context, queryable } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { emailPattern } from '#core/fields/email.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { newId } from '#lib/ids.ts';
import { convertedContacts } from '../../../sales/contract.ts';
import {
  type PersonData,
  type PersonLinks,
  readCompany,
  readContacts,
  readLeads,
  readSender,
} from '../batches/recipient-data.ts';
import { blankSubject, isBlankSubject } from '../content/blank-subject.ts';
import { mailScope } from '../content/mail-scope.ts';
import { ContentError } from '../content/template/content-error.ts';
import type { Rendered, Scope } from '../content/template/mail-content.ts';
import type { CompiledContent } from '../content/thread/content-cache.ts';
import { contentProblem, resolveContent } from '../sending/resolve-content.ts';
import { requireOneLine } from '../sending/sender.ts';
import { requiresOptIn } from '../suppression/opt-in.ts';
import { readSuppressed, type SuppressionReason } from '../suppression/sql/suppressed.ts';
import { linkSigner } from '../tracking/link-signer-of.ts';

/** A template with overrides, or the texts of a mail. */
export interface PersonMailContent {
  readonly templateId?: string | null | undefined;
  readonly subject?: string | null | undefined;
  readonly html?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly fromName?: string | null | undefined;
  readonly fromEmail?: string | null | undefined;
  readonly replyTo?: string | null | undefined;
}

export interface MailedPerson {
  readonly model: 'sales.contacts' | 'sales.leads';
  readonly id: string;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** A rendered mail for one person, which `sendPersonMail` writes once. */
export interface PreparedPersonMail {
  readonly emailId: string;
  /** The lead that was converted refers to its contact as well. */
  readonly links: PersonLinks;
  readonly to: string;
  /** Fields of the record of the mail. */
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** `notRendered`: the template fails with the values of this person, or the subject is empty. */
interface SkippedPerson {
  readonly skipped: 'noAddress' | 'suppressed' | 'noConsent' | 'missing' | 'notRendered';
  /** A sentence for the people who read the log. */
  readonly why: string;
}

export type PersonMail = PreparedPersonMail | SkippedPerson;

/**
 * Resolves and renders a mail for each person, with the permissions of the caller, in the order of `people`. Call it outside
 * of a transaction, because rendering waits for a thread. Each address is checked as that of a mailing. Throws an
 * `AppError` when the content cannot be used for anybody.
 */
export async function preparePersonMails(
  context: Context,
  content: PersonMailContent,
  people: readonly MailedPerson[],
): Promise<PersonMail[]> {
  requireSender(content);
  const { templateId, subject, html, text } = content;
  const resolved = await resolveContent(context, {
    templateId: templateId ?? undefined,
    subject: subject ?? undefined,
    html: html ?? undefined,
    text: text ?? undefined,
  });
  const addressed = await findAddressed(context, people, resolved.compiled);
  const mailed = addressed.filter((one): one is AddressedPerson => !('skipped' in one));
  const rendered = await renderAll(context, resolved.compiled, mailed);
  const byPerson = new Map(mailed.map((one, n) => [one, rendered[n]]));
  const common = {
    templateId: resolved.templateId,
    from: content.fromEmail || resolved.sender.fromEmail,
    fromName: content.fromName || resolved.sender.fromName,
    replyTo: content.replyTo || resolved.sender.replyTo,
  };
  return addressed.map((one) => ('skipped' in one ? one : prepared(one, byPerson.get(one), common)));
}

interface AddressedPerson {
  readonly emailId: string;
  readonly person: MailedPerson;
  readonly to: string;
  readonly links: PersonLinks;
  readonly data: PersonData;
}

const address = new RegExp(emailPattern);

function requireSender({ fromEmail, fromName, replyTo }: PersonMailContent): void {
  requireOneLine('fromName', fromName ?? undefined);
  for (const [field, value] of Object.entries({ fromEmail, replyTo })) {
    if (value && (value.length > 254 || !address.test(value)))
      throw invalid(field, 'invalid_format', 'must be an address such as jane@example.com');
  }
}

/** Reads the people and checks their addresses. */
async function findAddressed(
  context: Context,
  people: readonly MailedPerson[],
  compiled: CompiledContent,
): Promise<(AddressedPerson | SkippedPerson)[]> {
  const idsOf = (name: MailedPerson['model']) => [
    ...new Set(people.flatMap(({ model, id }) => (model === name ? [id] : []))),
  ];
  const leadIds = idsOf('sales.leads');
  const converted = await convertedContacts(queryable(context), context.caller.tenantId, leadIds);
  const known = {
    'sales.contacts': await readContacts(context, idsOf('sales.contacts'), compiled),
    'sales.leads': await readLeads(context, leadIds, compiled),
  };
  const found = people.map((person): AddressedPerson | SkippedPerson => {
    const data = known[person.model].get(person.id);
    if (!data) return missing(person);
    const to = data.contact?.email;
    if (typeof to !== 'string' || to === '') return noAddress(person);
    const links =
      person.model === 'sales.leads'
        ? { contactId: converted.get(person.id) ?? null, leadId: person.id }
        : { contactId: person.id, leadId: null };
    return { emailId: newId(), person, links, to, data };
  });
  const suppressed = await findSuppressedAmong(context, found);
  return found.map((one) => {
    const reason = 'skipped' in one ? undefined : suppressed.get(one.to.toLowerCase());
    return reason === undefined || 'skipped' in one ? one : suppressedPerson(one.to, reason);
  });
}

async function findSuppressedAmong(
  context: Context,
  found: readonly (AddressedPerson | SkippedPerson)[],
): Promise<Map<string, SuppressionReason>> {
  const addresses = [...new Set(found.flatMap((one) => ('skipped' in one ? [] : [one.to.toLowerCase()])))];
  const audience = { bulk: true, emailListId: null, optIn: await requiresOptIn(context) };
  return readSuppressed(queryable(context), context.caller.tenantId, addresses, audience);
}

const nounOf = ({ model }: MailedPerson): string => (model === 'sales.leads' ? 'lead' : 'contact');

const missing = (person: MailedPerson): SkippedPerson => ({
  skipped: 'missing',
  why: `The ${nounOf(person)} was deleted, or the user for whom the mail is sent may not read it.`,
});

const noAddress = (person: MailedPerson): SkippedPerson => ({
  skipped: 'noAddress',
  why: `The ${nounOf(person)} has no email address, or the user for whom the mail is sent may not see it.`,
});

const reasons: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: 'unsubscribed from all mailings',
  bounced: 'does not exist: an earlier mail to it bounced',
  complained: 'reported an earlier mail as spam',
  manual: 'was suppressed by a person',
  doNotEmail: 'belongs to somebody who wants no mailings',
  noOptIn: 'belongs to nobody who agreed to mailings, which the company requires',
};

const suppressedPerson = (to: string, reason: SuppressionReason): SkippedPerson => ({
  skipped: reason === 'noOptIn' ? 'noConsent' : 'suppressed',
  why: `The address ${to} ${reasons[reason]}.`,
});

/** Renders mails together. A mail that cannot be rendered has an error in its place. */
async function renderAll(
  context: Context,
  compiled: CompiledContent,
  people: readonly AddressedPerson[],
): Promise<(Rendered | ContentError)[]> {
  if (people.length === 0) return [];
  const user = await readSender(context, compiled);
  const company = await readCompany(context, compiled);
  const signer = context.services.of(linkSigner);
  const scopes = people.map(({ emailId, person, data }): Scope => {
    const { unsubscribeUrl, viewUrl } = signer.of(context.caller.tenantId, emailId);
    const links = { unsubscribeUrl, viewInBrowserUrl: viewUrl };
    return mailScope({ ...data, user, company, variables: person.variables ?? null, ...links });
  });
  const results: (Rendered | ContentError)[] = [];
  try {
    while (results.length < scopes.length)
      results.push(...(await compiled.renderBatch(scopes.slice(results.length, results.length + maxTogether))));
  } catch (error) {
    throw contentProblem(error);
  }
  return results;
}

/** Scopes are copied to the thread in one turn of the event loop. */
const maxTogether = 25;

function prepared(
  { emailId, person: { variables }, links, to }: AddressedPerson,
  rendered: Rendered | ContentError | undefined,
  common: Readonly<Record<string, JsonValue>>,
): PersonMail {
  if (!rendered) throw new Error('A mail was not rendered.');
  if (rendered instanceof ContentError) return { skipped: 'notRendered', why: rendered.message };
  if (isBlankSubject(rendered.subject)) return { skipped: 'notRendered', why: blankSubject };
  const { subject, html, text } = rendered;
  const values = { ...common, subject, html, text, variables: (variables ?? null) as JsonValue };
  return { emailId, links, to, values };
}
