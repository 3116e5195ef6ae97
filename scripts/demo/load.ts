import { randomUUID } from 'node:crypto';
import { Access } from '#core/access/access.ts';
import type { Caller } from '#core/access/caller.ts';
import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { StartupError } from '#lib/startup-error.ts';
import { makeAutomation } from './automation.ts';
import { makeLists } from './catalogue.ts';
import { makeCommunications } from './communications.ts';
import { Company, domain } from './company.ts';
import { makeCustomers } from './customers.ts';
import { makeDocuments } from './deals.ts';
import { makeForms, makeSubmissions } from './forms.ts';
import { makeStaff } from './identity.ts';
import { makeInventory } from './inventory.ts';
import { makeLibrary } from './library.ts';
import { makeCampaigns } from './marketing.ts';
import { makeSalesOffice } from './office.ts';
import { makePipeline } from './pipeline.ts';
import { makeProducts } from './products.ts';
import type { Progress } from './progress.ts';
import { makeResearch } from './research.ts';
import { makeScreens } from './screens.ts';
import { makeSuccess } from './success.ts';
import { makeArticles } from './support.ts';
import { makeTickets } from './tickets.ts';
import { makeWebsite } from './website.ts';

export const companyName = 'Kestrel Coffee Systems';

/** The setting by which a later run sees that the company is there. */
const marker = 'demo.company';

export interface Loaded {
  /** False when the demo company was there already and nothing was written. */
  readonly loaded: boolean;
  readonly adminEmail: string;
  /** Records written, by module. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface LoadOptions {
  readonly progress?: Progress;
  /** Dates in the data are counted from here. */
  readonly today?: Date;
  /** Ends the load at the next record; what was written is rolled back. */
  readonly signal?: AbortSignal;
}

/** Loads the demo company into the default tenant: all of it or, when anything fails, nothing. */
export async function loadDemo(
  services: Services,
  { progress, today = new Date(), signal }: LoadOptions = {},
): Promise<Loaded> {
  const context = await adminContext(services);
  const adminEmail = context.caller.email ?? '';
  if (await isLoaded(context)) return { loaded: false, adminEmail, counts: new Map() };
  try {
    const counts = await services.db.transaction(context.caller.tenantId, async (tx) => {
      const company = new Company({ ...context, tx }, today, (count) => {
        signal?.throwIfAborted();
        progress?.records(count);
      });
      await makeCompany(company, progress);
      return company.counts;
    });
    // New roles and users: whoever is remembered was read before them.
    services.directory.forget(context.caller.tenantId);
    return { loaded: true, adminEmail, counts };
  } catch (error) {
    // Another run was faster: it wrote the marker that we were waiting for.
    if (isUniqueViolation(error) && (await isLoaded(context))) return { loaded: false, adminEmail, counts: new Map() };
    throw error;
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof AppError && error.cause.code === 'unique_violation';

/** Chapter by chapter, because each speaks of records of those before it. */
async function makeCompany(company: Company, progress: Progress | undefined): Promise<void> {
  const chapter = (name: string) => progress?.chapter(name);
  await makeSettings(company);
  chapter('people');
  const staff = await makeStaff(company);
  chapter('products');
  const lists = await makeLists(company, staff);
  const products = await makeProducts(company, lists);
  chapter('customers');
  const customers = await makeCustomers(company, staff, lists);
  await makeResearch(company, customers, lists);
  chapter('marketing');
  const forms = await makeForms(company, staff);
  await makeSubmissions(company, forms, customers);
  const library = await makeLibrary(company, staff, customers);
  const site = await makeWebsite(company, staff, forms);
  const campaigns = await makeCampaigns(company, staff, library, site);
  await makeAutomation(company, staff, library, campaigns, customers);
  chapter('deals');
  const pipeline = await makePipeline(company, staff, lists, products, customers, campaigns);
  await makeDocuments(company, pipeline.deals, lists);
  await makeSalesOffice(company, staff, customers, lists);
  chapter('conversations');
  await makeCommunications(company, staff, library, customers, pipeline, campaigns);
  chapter('service');
  const articles = await makeArticles(company, staff, products);
  const tickets = await makeTickets(company, staff, customers, products, articles);
  await makeInventory(company, staff, customers, products);
  chapter('customer success');
  await makeSuccess(company, staff, customers, products, tickets);
  chapter('screens');
  await makeScreens(company, staff, customers);
}

/** The marker comes first, so that two runs at the same time cannot both go on. */
async function makeSettings(company: Company): Promise<void> {
  await company.addAll('ui.settings', [
    {
      key: marker,
      label: 'Demo company',
      description: `The records of ${companyName} were made by npm run demo.`,
      category: 'general',
      valueType: 'text',
      value: companyName,
    },
    { key: 'demo.currency', label: 'Currency', category: 'localization', valueType: 'text', value: 'USD' },
    { key: 'demo.accentColor', label: 'Accent color', category: 'appearance', valueType: 'text', value: '#6d4c41' },
  ]);
  await company.add('integrations.webhooks', {
    url: `https://hooks.${domain}/orders`,
    events: ['order.created', 'order.updated'],
    description: 'Tells the warehouse about orders. Paused, because nobody listens at this address.',
    active: false,
  });
}

async function isLoaded(context: Context): Promise<boolean> {
  const found = await firstRecord(context, 'ui', 'settings', { filter: { key: marker } });
  return found !== undefined;
}

/** Acts as the first admin of the default tenant, so that every record and event names a person. */
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
