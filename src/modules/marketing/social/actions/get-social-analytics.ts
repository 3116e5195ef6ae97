import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { readAnalytics, readPeriod } from '../analytics/analytics.ts';
import { countColumns } from '../analytics/sql/sum-changes.ts';

const count = Type.Number();
const counts = Object.fromEntries(Object.keys(countColumns).map((name) => [name, count]));
const totals = {
  ...counts,
  engagementCount: Type.Number({ description: 'Likes, comments, shares, saves and clicks.' }),
  publishedCount: Type.Number({ description: 'Posts that were published in the period.' }),
  followerCount: Type.Number({ description: 'At the end of the period.' }),
  followerChange: count,
};
const day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));
const text = Type.Union([Type.String(), Type.Null()]);

export const getSocialAnalytics = defineAction({
  name: 'marketing.getSocialAnalytics',
  summary:
    'What social posts and accounts did in a period: by platform, account, post and day, compared with the period before',
  routes: [{ method: 'GET', path: '/api/marketing/social-analytics' }],
  access: 'marketing:read',
  input: Type.Object(
    {
      from: day('The first day, such as 2030-01-01; 29 days before `to` when it is left out.'),
      to: day('The last day; today when it is left out.'),
      compare: Type.Optional(Type.Union([Type.Literal('previous'), Type.Literal('none')])),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    from: Type.String(),
    to: Type.String(),
    totals: Type.Object(totals),
    previous: Type.Union([
      Type.Object({ from: Type.String(), to: Type.String(), totals: Type.Object(totals) }),
      Type.Null(),
    ]),
    platforms: Type.Array(Type.Object({ platform: Type.String(), ...totals })),
    connections: Type.Array(
      Type.Object({ connectionId: Type.String(), name: Type.String(), platform: Type.String(), ...totals }),
    ),
    posts: Type.Array(
      Type.Object({
        postId: Type.String(),
        platform: Type.String(),
        connectionId: Type.String(),
        content: Type.String(),
        postUrl: text,
        publishedAt: text,
        ...counts,
        engagementCount: count,
      }),
      { description: 'Those with the most engagement, at most 50.' },
    ),
    days: Type.Array(Type.Object({ day: Type.String(), ...counts })),
  }),
  run: async (context, { from, to, compare }) => ({
    body: (await readAnalytics(context, readPeriod(from, to), compare === 'previous')) as never,
  }),
});
