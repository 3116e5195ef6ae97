import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

/** The models that users search most, in this order. */
const mainModels = [
  'sales.accounts',
  'sales.contacts',
  'sales.leads',
  'sales.opportunities',
  'sales.organizations',
  'sales.quotes',
  'sales.orders',
  'sales.products',
  'sales.tasks',
  'ui.supportTickets',
  'marketing.campaigns',
  'support.supportArticles',
  'identity.users',
];

const isMain = ({ name, customId }: Model): boolean => customId !== undefined || mainModels.includes(name);

/** Models whose texts repeat those of other records. They are searched only when nothing else matches. */
const isAttachment = ({ slug }: Model): boolean =>
  /(?:files|notes|logs|snapshots?|snapshotContacts|recentViews|drafts|statuses|types)$/i.test(slug) ||
  /(?:^|[a-z])(?:Emails|Comments|Histories|Submissions|Enrollments|Dismissals)$/.test(slug);

const rank = ({ name }: Model): number => {
  const place = mainModels.indexOf(name);
  return place < 0 ? mainModels.length : place;
};

/**
 * The models that the caller may search, in three tiers: the main ones, the others, and those that repeat texts of
 * others.
 */
export function searchTiers({ registry, caller: { access } }: Context): readonly (readonly Model[])[] {
  const readable = registry.models.filter(
    (model) => model.searchable.length > 0 && access.reach(model.scopes.read) !== undefined,
  );
  return [
    readable.filter(isMain).toSorted((a, b) => rank(a) - rank(b)),
    readable.filter((model) => !isMain(model) && !isAttachment(model)),
    readable.filter((model) => !isMain(model) && isAttachment(model)),
  ];
}
