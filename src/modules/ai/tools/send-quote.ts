import { type Static, Type } from 'typebox';
import { sendQuote as sendQuoteAction } from '../../sales/contract.ts';
import { isShown } from '../configuration/shown-models.ts';
import { recordId } from './find-model.ts';
import type { Tool } from './tool.ts';

const quotes = 'sales.quotes';

const quoteInput = Type.Object(
  {
    id: recordId,
    to: Type.Optional(Type.String({ maxLength: 254, description: 'An address. Left out: that of the contact.' })),
    message: Type.Optional(Type.String({ maxLength: 10_000, description: 'Plain text before the link.' })),
  },
  { additionalProperties: false },
);

/** A person always approves it, because the quote leaves the account and no longer changes. */
export const sendQuote: Tool = {
  name: 'sendQuote',
  description: 'Mails a quote to the customer, with its PDF. A person approves it first.',
  writes: true,
  input: quoteInput,
  isUsable: ({ registry, policy, caller: { access } }) => {
    const model = registry.named(quotes);
    return model !== undefined && isShown(policy, model) && access.reach(model.scopes.write) !== undefined;
  },
  needsApproval: () => true,
  target: ({ registry }, { id }) => {
    const model = registry.named(quotes);
    if (!model) throw new Error(`the model ${quotes} is missing`);
    return { model, id: String(id) };
  },
  async run(context, input) {
    const sent = await context.services.actions.run(context, sendQuoteAction, input as Static<typeof quoteInput>);
    const { _id: id, version, status } = sent as typeof sent & { version: number };
    return {
      result: { _id: id, status, note: 'The mail is on its way.' },
      written: { model: quotes, id, change: 'updated', version },
    };
  },
};
