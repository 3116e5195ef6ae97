import { Type } from 'typebox';
import { defineBlock } from './block.ts';

/** Unchanged HTML. Only marketing:admin may write it; the policy of the page still decides which scripts run. */
export const html = defineBlock({
  type: 'html',
  adminOnly: true,
  schema: Type.Object(
    { type: Type.Literal('html'), html: Type.String({ maxLength: 500_000 }) },
    { additionalProperties: false },
  ),
  render: ({ html: source }, { addresses }) => addresses.inMarkup(source),
});
