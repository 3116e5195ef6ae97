import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { addConversion } from '../statistics/sql/site-visits.ts';

const source = (description: string) => Type.String({ maxLength: 200, description });

/** Counts a conversion in the transaction that stores a submission. It has no route, because clients must not count. */
export const countConversion = defineAction({
  name: 'marketing.countConversion',
  summary: 'Counts a submission of a form for the page of a website that shows it',
  routes: [],
  access: 'marketing:write',
  input: Type.Object(
    {
      pageId: Type.String({ format: 'uuid' }),
      referrer: source('The host that the visitor came from; empty when it is not known.'),
      utmSource: source('From the address of the page.'),
      utmMedium: source('From the address of the page.'),
      utmCampaign: source('From the address of the page.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  run: (context, { pageId, ...from }) =>
    inTransaction(context, async ({ tx, caller }) => {
      await addConversion(tx, caller.tenantId, pageId, from);
      return { body: null };
    }),
});
