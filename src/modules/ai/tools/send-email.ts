import { type Static, Type } from 'typebox';
import { invoke, operations } from '#core/operations/index.ts';
import { sendEmail as sendMail } from '../../communications/contract.ts';
import { isShown } from '../configuration/shown-models.ts';
import { isWriteApproved } from './always-approved.ts';
import { requireModel } from './find-model.ts';
import { writtenResult } from './result-size.ts';
import type { Tool, ToolContext } from './tool.ts';

const emails = 'communications.emails';
const addresses = (description: string) =>
  Type.Array(Type.String({ maxLength: 254 }), { minItems: 1, maxItems: 50, description });

const emailInput = Type.Object(
  {
    to: addresses('Addresses.'),
    cc: Type.Optional(addresses('Addresses.')),
    subject: Type.String({ minLength: 1, maxLength: 998 }),
    text: Type.Optional(Type.String({ maxLength: 200_000, description: 'Plain text.' })),
    html: Type.Optional(Type.String({ maxLength: 200_000, description: 'A person approves mails that have it.' })),
    contactId: Type.Optional(Type.String({ format: 'uuid', description: 'The contact that it is for.' })),
  },
  { additionalProperties: false },
);

export const sendEmail: Tool = {
  name: 'sendEmail',
  description:
    'Writes a mail. Unless the account allows more, it is saved as a draft that a person sends; the answer says which.',
  writes: true,
  input: emailInput,
  isUsable: ({ registry, policy, caller: { access } }) => {
    const model = registry.named(emails);
    return model !== undefined && isShown(policy, model) && access.reach(model.scopes.write) !== undefined;
  },
  needsApproval: (context, input) => isWriteApproved(requireModel(context, emails), input),
  run: (context, input) => (context.policy.allowed.has('sendEmail') ? send(context, input) : saveDraft(context, input)),
};

async function send(context: ToolContext, input: Readonly<Record<string, unknown>>) {
  const sent = await context.services.actions.run(context, sendMail, input as Static<typeof emailInput>);
  const { _id: id, version, status } = sent as typeof sent & { version: number };
  return {
    result: { _id: id, status, note: 'The mail is on its way.' },
    written: { model: emails, id, change: 'created' as const, version },
  };
}

async function saveDraft(context: ToolContext, input: Readonly<Record<string, unknown>>) {
  const record = { ...input, status: 'draft', type: 'single', direction: 'outbound' };
  const answer = await invoke(context, operations.create, requireModel(context, emails), { record });
  const { id, version } = answer;
  return {
    result: { draft: writtenResult(answer), note: 'It is a draft and was not sent: a person sends it.' },
    written: { model: emails, id, change: 'created' as const, version },
  };
}
