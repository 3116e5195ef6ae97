import { type Company, domain, type Saved } from './company.ts';
import type { Staff } from './identity.ts';
import { at } from './random.ts';

export interface Website {
  readonly website: Saved;
  readonly pages: readonly Saved[];
}

export async function createWebsite(company: Company, staff: Staff, forms: readonly Saved[]): Promise<Website> {
  const statuses = await company.statuses('marketing.websiteStatuses', {
    Draft: '#78909c',
    Live: '#43a047',
    'Archived*': '#546e7a',
  });
  const types = await company.types('marketing.websiteTypes', {
    Corporate: 'The company and its products.',
    Shop: 'Coffee and accessories.',
    Landing: 'One page for one campaign.',
  });
  const author = at(staff.marketing, 1);
  const website = await company.add('marketing.websites', {
    name: 'Kestrel Coffee Systems',
    domain: `www.${domain}`,
    url: `https://www.${domain}`,
    statusId: at(statuses, 1)._id,
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
    publishedAt: company.time(-700),
    lastPublishedAt: company.time(-6, 15),
    viewCount: 48_211,
    visitorCount: 12_904,
    conversionCount: 318,
    ownerId: author._id,
  });
  await createExtras(company, website);
  return { website, pages: await createPages(company, website, author, forms) };
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

function createPages(company: Company, website: Saved, author: Saved, forms: readonly Saved[]): Promise<Saved[]> {
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
    viewCount: company.random.int(400, 9000),
    ...rest,
  });
  return company.addAll('marketing.webPages', [
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
  ]);
}
