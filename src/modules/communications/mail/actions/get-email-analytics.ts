import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { badQuery } from '#core/errors.ts';
import { readId } from '#core/query/log-pages.ts';
import { readPeriod } from '../analytics/read-period.ts';
import { countFacts } from '../analytics/sql/count-facts.ts';
import { countLinks } from '../analytics/sql/count-links.ts';
import { type CountName, countNames, ratesOf } from '../analytics/statistics.ts';

const maxGroups = 1000;
const groupings = ['day', 'link', 'domain'];
const closed = { additionalProperties: false };

const counted: Readonly<Record<CountName, string>> = {
  sent: 'Mails that a mail server accepted.',
  delivered: 'Mails that were reported as delivered, and mails that were sent, have no report and did not bounce.',
  opened: 'Opens. A mail that is opened twice counts twice. Opens by machines do not count.',
  uniqueOpens: 'Mails that were opened.',
  clicked: 'Clicks on links. Clicks by machines do not count.',
  uniqueClicks: 'Mails in which a link was clicked.',
  bounced: 'Mails that came back.',
  complained: 'Mails that the recipient reported as spam.',
  unsubscribed: 'Mails through which the recipient unsubscribed.',
  failed: 'Mails that could not be sent.',
};
const countsSchema = Object.fromEntries(
  countNames.map((name) => [name, Type.Integer({ minimum: 0, description: counted[name] })]),
) as Record<CountName, ReturnType<typeof Type.Integer>>;

const rate = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, description: `${description} With 4 digits; 0 when nothing was sent.` });

const group = Type.Object(
  {
    day: Type.Optional(Type.String({ format: 'date', description: 'With groupBy=day, in UTC.' })),
    domain: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'With groupBy=domain: of the recipient.' }),
    ),
    link: Type.Optional(Type.String({ description: 'With groupBy=link, which counts clicks only.' })),
    ...(Object.fromEntries(countNames.map((name) => [name, Type.Optional(Type.Integer({ minimum: 0 }))])) as Record<
      CountName,
      ReturnType<typeof Type.Optional<ReturnType<typeof Type.Integer>>>
    >),
  },
  closed,
);

const id = Type.Optional(Type.String({ format: 'uuid' }));
const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));

export const getEmailAnalytics = defineAction({
  name: 'communications.getEmailAnalytics',
  summary: 'Counts what became of mails: deliveries, opens, clicks, bounces, complaints',
  routes: [{ method: 'GET', path: '/api/communications/email-analytics' }],
  access: 'communications:read',
  input: Type.Object(
    {
      filter: Type.Optional(
        Type.Object(
          { campaignId: id, batchId: id, templateId: id },
          { ...closed, description: 'campaignId is a campaign of marketing or of communications.' },
        ),
      ),
      from: time(
        'What happened at this time or later: a date, or a time with a time zone. A date is a whole day in UTC.',
      ),
      to: time('What happened at this time or earlier.'),
      groupBy: Type.Optional(Type.String({ description: `One of ${groupings.join(', ')}.` })),
    },
    closed,
  ),
  output: Type.Object(
    {
      ...countsSchema,
      deliveryRate: rate('delivered / sent.'),
      openRate: rate('uniqueOpens / delivered.'),
      clickRate: rate('uniqueClicks / delivered.'),
      groups: Type.Array(group, {
        maxItems: maxGroups,
        description: `At most ${maxGroups}: the latest days in order, the domains with most mails, the links with most clicks.`,
      }),
    },
    closed,
  ),
  async run(context, { filter = {}, from, to, groupBy }) {
    // Facts have no owner, so a permission for own records does not include them.
    context.caller.access.requireFullReach('communications:read');
    if (groupBy !== undefined && !groupings.includes(groupBy)) {
      throw badQuery('groupBy', `must be one of ${groupings.join(', ')}`);
    }
    const matching = {
      campaignId: readId(filter.campaignId, 'filter[campaignId]'),
      batchId: readId(filter.batchId, 'filter[batchId]'),
      templateId: readId(filter.templateId, 'filter[templateId]'),
      ...readPeriod(from, to),
    };
    const byKind = groupBy === 'day' || groupBy === 'domain' ? groupBy : undefined;
    const { total, groups } = await countFacts(context, matching, byKind, maxGroups);
    const shown =
      groupBy === 'link'
        ? await countLinks(context, matching, maxGroups)
        : groupBy === 'day'
          ? groups.map(({ name, counts }) => ({ day: String(name), ...counts })).reverse()
          : groups.map(({ name, counts }) => ({ domain: name, ...counts }));
    return { body: { ...total, ...ratesOf(total), groups: shown } };
  },
});
