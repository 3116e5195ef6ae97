import type { Company, Saved } from './company.ts';
import type { Staff } from './identity.ts';
import type { Product } from './products.ts';
import { at } from './random.ts';

/** Title, category, kind, and text. */
const articles = [
  ['Descaling step by step', 'Care', 'howTo', 'Empty the tray, insert the tablet, press **Clean** for five seconds.'],
  ['Cleaning the milk system', 'Care', 'howTo', 'Every evening: rinse, fill the cleaner, run the program twice.'],
  [
    'The machine shows E14',
    'Faults',
    'troubleshooting',
    'E14 means too little water. Open the tap, then the filter head.',
  ],
  ['Foam is too cold', 'Faults', 'troubleshooting', 'Check that the milk is below 5 °C, then clean the air valve.'],
  [
    'What a service contract covers',
    'Contracts',
    'faq',
    'Standard: one inspection. Gold: wear parts. Platinum: the same day.',
  ],
  ['Registering a new machine', 'Contracts', 'guide', 'You need the serial number behind the drip tray.'],
  [
    'Reading the counter',
    'Care',
    'reference',
    'Hold **Menu**; the first number is the cups since the last inspection.',
  ],
] as const;

export async function createArticles(company: Company, staff: Staff, products: readonly Product[]): Promise<Saved[]> {
  const categories = await company.addAll(
    'support.supportCategories',
    ['Care', 'Faults', 'Contracts'].map((name, position) => ({
      name,
      slug: `kestrel-${name.toLowerCase()}`,
      description: `${name} of Kestrel machines.`,
      visibility: 'public',
      position,
      color: at(['#00897b', '#e53935', '#1e88e5'], position),
    })),
  );
  const created: Saved[] = [];
  for (const [index, [title, category, type, content]] of articles.entries()) {
    const draft = index === articles.length - 1;
    created.push(
      await company.add('support.supportArticles', {
        title,
        slug: `kestrel-${title.toLowerCase().replaceAll(' ', '-')}`,
        summary: content.split('.')[0],
        content: `# ${title}\n\n${content}\n`,
        type,
        status: draft ? 'draft' : 'published',
        visibility: 'public',
        categoryId: categories.find(({ name }) => name === category)?._id,
        productId: at(products, index)._id,
        authorId: at(staff.service, 0)._id,
        reviewerId: at(staff.service, 1)._id,
        language: 'en',
        relatedArticleIds: created.slice(-1).map(({ _id }) => _id),
        ...(!draft && { publishedAt: company.time(-160 + index * 10) }),
        position: index,
        featured: index === 0,
        viewCount: company.random.int(40, 2400),
        helpfulCount: company.random.int(10, 90),
        ownerId: at(staff.service, 0)._id,
      }),
    );
  }
  await company.attach('support.supportArticles', at(created, 0), {
    files: ['Descaling.pdf'],
    by: at(staff.service, 0),
  });
  return created;
}
