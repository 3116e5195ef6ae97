import { randomUUID } from 'node:crypto';
import { Access } from '#core/access/access.ts';
import type { Caller } from '#core/access/caller.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { discardFiles, type StagedFile } from '#core/files/staged-file.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { StartupError } from '#lib/startup-error.ts';
import { createActivities } from './activities.ts';
import { createAutomation } from './automation.ts';
import { createLists } from './catalogue.ts';
import { createCommunications } from './communications.ts';
import { Company, domain } from './company.ts';
import { createComputedFields } from './computed-fields.ts';
import { createCustomers } from './customers.ts';
import { createDocuments } from './deals.ts';
import { createDuplicates } from './duplicates.ts';
import { createExportSchedules } from './export-schedules.ts';
import { createForms, createSubmissions } from './forms.ts';
import { createStaff } from './identity.ts';
import { createInventory } from './inventory.ts';
import { createLibrary } from './library.ts';
import { createCampaigns } from './marketing.ts';
import { createMembers } from './members.ts';
import { createSalesOffice } from './office.ts';
import { createPipeline } from './pipeline.ts';
import { createProducts } from './products.ts';
import type { Progress } from './progress.ts';
import { createResearch } from './research.ts';
import { createRules } from './rules.ts';
import { createScreens } from './screens.ts';
import { createSocial } from './social.ts';
import { createSuccess } from './success.ts';
import { createArticles } from './support.ts';
import { createTickets } from './tickets.ts';
import { createWebsite } from './website.ts';

export const companyName = 'Kestrel Coffee Systems';

/** A later run finds by this setting that the company is loaded. */
const marker = 'demo.company';

export interface Loaded {
  /** False when the demo company was already loaded, so nothing was written. */
  readonly loaded: boolean;
  readonly adminEmail: string;
  /** The number of written records by module. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface LoadOptions {
  readonly progress?: Progress;
  /** Dates in the data are relative to this day. */
  readonly today?: Date;
  /** Aborting stops the load at the next record, and rolls it back. */
  readonly signal?: AbortSignal;
}

/** Loads the demo company into the default tenant, in one transaction. */
export async function loadDemo(
  services: Services,
  { progress, today = new Date(), signal }: LoadOptions = {},
): Promise<Loaded> {
  const context = await adminContext(services);
  const adminEmail = context.caller.email ?? '';
  if (await isLoaded(context)) return { loaded: false, adminEmail, counts: new Map() };
  const uploads: StagedFile[] = [];
  try {
    const counts = await services.db.transaction(context.caller.tenantId, async (tx) => {
      const company = new Company({ ...context, tx }, today, uploads, (count) => {
        signal?.throwIfAborted();
        progress?.records(count);
      });
      await createCompany(company, progress);
      return company.counts;
    });
    // Cached callers lack the new roles.
    services.directory.invalidate(context.caller.tenantId);
    return { loaded: true, adminEmail, counts };
  } catch (error) {
    // A concurrent run has committed the marker first.
    if (isUniqueViolation(error) && (await isLoaded(context))) return { loaded: false, adminEmail, counts: new Map() };
    throw error;
  } finally {
    await discardFiles(context, uploads);
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof AppError && error.cause.code === 'unique_violation';

/** Creates all chapters. The order matters, because each chapter refers to records of earlier ones. */
async function createCompany(company: Company, progress: Progress | undefined): Promise<void> {
  const chapter = (name: string) => progress?.chapter(name);
  await createSettings(company);
  chapter('people');
  const staff = await createStaff(company);
  chapter('products');
  const lists = await createLists(company, staff);
  const products = await createProducts(company);
  chapter('customers');
  const customers = await createCustomers(company, staff, lists);
  await createResearch(company, customers, lists);
  chapter('marketing');
  const forms = await createForms(company, staff);
  await createSubmissions(company, forms, customers);
  const library = await createLibrary(company, staff, customers);
  const site = await createWebsite(company, staff, forms);
  const campaigns = await createCampaigns(company, staff, library, site);
  await createSocial(company, staff, campaigns);
  await createMembers(company, campaigns, customers);
  await createAutomation(company, staff, library, campaigns, customers);
  chapter('deals');
  const pipeline = await createPipeline(company, staff, lists, products, customers, campaigns);
  await createDocuments(company, pipeline.deals);
  await createActivities(company, customers);
  await createSalesOffice(company, staff, customers, lists);
  chapter('conversations');
  await createCommunications(company, staff, library, customers, pipeline, campaigns);
  chapter('service');
  const articles = await createArticles(company, staff, products);
  const tickets = await createTickets(company, staff, customers, products, articles);
  await createInventory(company, staff, customers, products);
  chapter('customer success');
  await createSuccess(company, staff, customers, products, tickets);
  chapter('screens');
  await createScreens(company, staff, customers);
  await createRules(company);
  await createComputedFields(company);
  await createDuplicates(company, customers);
  await createExportSchedules(company);
}

/** Writes the settings, the marker first, so that of two concurrent runs one waits and then fails. */
async function createSettings(company: Company): Promise<void> {
  await company.addAll('ui.settings', [
    {
      key: marker,
      label: 'Demo company',
      description: `The records of ${companyName} were made by npm run demo.`,
      category: 'general',
      valueType: 'text',
      value: companyName,
    },
    {
      key: 'company',
      label: 'Company',
      category: 'general',
      valueType: 'object',
      value: {
        name: companyName,
        address: 'Hafenstraße 12\n20457 Hamburg',
        website: `https://${domain}`,
        primaryColor: '#6d4c41',
        currency: 'USD',
        language: 'en',
        firstDayOfWeek: 1,
      },
    },
  ]);
  await company.add('integrations.webhooks', {
    url: `https://hooks.${domain}/orders`,
    events: ['order.created', 'order.updated'],
    description: 'Tells the warehouse about orders. Paused, because nobody listens at this address.',
    active: false,
  });
  await company.add('ai.aiModelPrices', {
    pattern: 'gpt-5-mini',
    inputPrice: 0.2,
    cachedInputPrice: 0.02,
    outputPrice: 1.6,
    notes: 'A fifth below the list price, as agreed until the end of the year.',
  });
}

async function isLoaded(context: Context): Promise<boolean> {
  const found = await firstRecord(context, 'ui', 'settings', { filter: { key: marker } });
  return found !== undefined;
}

/** The context of the first admin of the default tenant, so that every record and event names a person. */
async function adminContext(services: Services): Promise<Context> {
  const tenant = await services.directory.tenantByKey(services.defaultAccountKey);
  if (!tenant)
    throw new StartupError(`There is no tenant ${services.defaultAccountKey}: start Atrium once to make it.`);
  const registry = await services.directory.registry(tenant.id);
  const { id: tenantId, accountKey } = tenant;
  const system: Caller = { tenantId, accountKey, userId: null, email: null, roles: [], access: Access.system };
  const context: Context = { services, caller: system, registry, requestId: `demo-${randomUUID()}` };
  const filter = { roles: 'admin', active: true };
  const admin = await firstRecord(context, 'identity', 'users', { filter, sort: 'createdAt' });
  const caller = admin && (await services.directory.actor(tenantId, admin._id));
  if (!caller) throw new StartupError(`The tenant ${accountKey} has no active user with the role admin.`);
  return { ...context, caller };
}

async function firstRecord(
  context: Context,
  moduleKey: string,
  slug: string,
  query: Readonly<Record<string, unknown>>,
): Promise<{ _id: string } | undefined> {
  const model = context.registry.find(moduleKey, slug);
  if (!model) throw new Error(`${moduleKey}.${slug} is missing`);
  const { body } = await invoke(context, operations.list, model, {
    query: () => ({ ...query, limit: 1, count: 'none' }),
  });
  return (JSON.parse(body) as { data: { _id: string }[] }).data[0];
}
