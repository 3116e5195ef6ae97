import { publishWebsiteAction } from '../../src/modules/marketing/sites/actions/publish-website.ts';
import { type Company, domain, type Saved } from './company.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';
import { type PageVisits, planVisits, storeVisits, websiteDays } from './visits.ts';

export interface Website {
  readonly website: Saved;
  readonly pages: readonly Saved[];
}

/** Views per day, and the percentage of visitors who send the form of the page. */
const traffic = [[56], [34], [18], [11, 3], [9, 6]] as const;

export async function createWebsite(company: Company, staff: Staff, forms: readonly Saved[]): Promise<Website> {
  const types = await company.types('marketing.websiteTypes', {
    Corporate: 'The company and its products.',
    Shop: 'Coffee and accessories.',
    Landing: 'One page for one campaign.',
  });
  const author = at(staff.marketing, 1);
  const visits = traffic.map(([views, conversions], index) => planVisits(company, 2000 + index, views, conversions));
  const total = (key: keyof PageVisits['counters']) => visits.reduce((sum, { counters }) => sum + counters[key], 0);
  const website = await company.add('marketing.websites', {
    name: 'Kestrel Coffee Systems',
    domain: `www.${domain}`,
    slug: 'kestrel',
    url: `https://www.${domain}`,
    typeId: at(types, 0)._id,
    status: 'live',
    type: 'corporate',
    language: 'en',
    timezone: 'America/Los_Angeles',
    theme: { accent: '#6d4c41', font: 'Source Sans' },
    navigation: [
      { label: 'Machines', path: '/machines' },
      { label: 'Service', path: '/service' },
      { label: 'Contact', path: '/contact' },
    ],
    metaTitle: 'Coffee machines and the people who look after them',
    publishedAt: company.time(1 - websiteDays),
    lastPublishedAt: company.time(-6, 15),
    viewCount: total('viewCount'),
    visitorCount: total('visitorCount'),
    conversionCount: total('conversionCount'),
    ownerId: author._id,
  });
  await createExtras(company, website);
  const pages = await createPages(company, website, author, forms, visits);
  for (const [index, planned] of visits.entries()) await storeVisits(company, website, at(pages, index), planned);
  // The first publication of a website includes drafts, unless it names its pages.
  const pageIds = pages.filter(({ status }) => status === 'published').map(({ _id }) => _id);
  await company.run(publishWebsiteAction, { websiteId: website._id, pageIds });
  return { website, pages };
}

async function createExtras(company: Company, website: Saved): Promise<void> {
  await company.add('marketing.webLayouts', {
    name: 'Campaign',
    websiteId: website._id,
    html: `<!doctype html>
<html lang="{{ page.language }}">
<head>{{ head }}</head>
<body><main>{{ content }}</main><footer>{{ site.name }}</footer></body>
</html>`,
  });
  await company.addAll('marketing.webRedirects', [
    { websiteId: website._id, fromPath: '/products', toUrl: '/machines', status: '301' },
    { websiteId: website._id, fromPath: '/summer-sale', status: '410', note: 'Ended in August.' },
  ]);
}

function createPages(
  company: Company,
  website: Saved,
  author: Saved,
  forms: readonly Saved[],
  visits: readonly PageVisits[],
): Promise<Saved[]> {
  const page = (name: string, path: string, type: string, rest = {}) => ({
    websiteId: website._id,
    name,
    title: `${name} | Kestrel Coffee Systems`,
    path,
    slug: path.slice(1) || 'home',
    type,
    status: 'published',
    authorUserId: author._id,
    language: 'en',
    html: `<h1>${name}</h1><p>Good coffee, looked after.</p>`,
    publishedAt: company.time(-200),
    publishedUrl: `https://www.${domain}${path}`,
    ...rest,
  });
  const pages = [
    page('Home', '/', 'page'),
    page('Machines', '/machines', 'product', { position: 1 }),
    page('Service', '/service', 'page', { position: 2 }),
    page('Contact', '/contact', 'form', { position: 3, formId: at(forms, 0)._id }),
    page('Book a tasting', '/tasting', 'landing', { position: 4, formId: at(forms, 1)._id }),
    page('How to descale', '/blog/how-to-descale', 'blogPost', {
      status: 'draft',
      publishedAt: null,
      publishedUrl: null,
    }),
  ];
  return company.addAll(
    'marketing.webPages',
    pages.map((one, index) => ({ ...one, ...visits[index]?.counters })),
  );
}
