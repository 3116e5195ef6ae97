import { asPlatform } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { escapeHtml } from '#lib/html.ts';
import { activeAddresses, administratorAddresses } from '../../../identity/contract.ts';
import type { RunningWorkflow } from '../enrolling/running-workflow.ts';
import { workflowsModel } from '../model-names.ts';
import { readSource } from '../sql/sequences.ts';
import { markWorkflow, setRunning } from '../sql/states.ts';

const maxAdmins = 20;

/** Pauses a workflow that cannot act any more, and tells its owner and the administrators why. */
export async function stopWorkflow(
  context: Context,
  { id, definition, ownerId }: RunningWorkflow,
  why: string,
): Promise<void> {
  const { services } = context;
  await inTransaction(asPlatform(context), async (within) => {
    const { tx, caller } = within;
    if (!(await setRunning(tx, caller.tenantId, id, false))) return;
    const changed = await updateMany(
      within,
      workflowsModel(within),
      [{ id, values: { status: 'paused', pausedAt: new Date().toISOString() } }],
      { withoutHooks: true },
    );
    await markWorkflow(tx, caller.tenantId, id, { problem: why.slice(0, 2000) });
    await pauseSequence(within, id);
    // Another node has paused it and sent the mails.
    if (changed.length === 0) return;
    const mail = mailOf(services.publicUrl(), id, definition.name, why);
    const owner = await activeAddresses(tx, caller.tenantId, ownerId === null ? [] : [ownerId]);
    const admins = await administratorAddresses(tx, caller.tenantId, maxAdmins);
    for (const address of new Set([...owner, ...admins])) await enqueueMail(within, address, mail);
  });
  services.log.warn({ tenantId: context.caller.tenantId, workflowId: id }, `a workflow was paused: ${why}`);
}

/** A sequence shows that its workflow is paused. */
async function pauseSequence(context: TransactionContext, workflowId: string): Promise<void> {
  const source = await readSource(context.tx, context.caller.tenantId, workflowId);
  const model = source && context.registry.named(source.model);
  if (!model) return;
  await updateMany(context, model, [{ id: source.id, values: { status: 'paused' } }], { withoutHooks: true });
}

function mailOf(publicUrl: string, id: string, name: string, why: string) {
  const link = `${publicUrl}/app/m/marketing/workflows/${id}`;
  const texts = [
    `The workflow “${name}” was paused. ${why}`,
    'The records in it wait where they are. Change its owner or its steps, and resume it.',
  ];
  return {
    subject: `The workflow “${name}” was paused`.slice(0, 300),
    text: [...texts, link].join('\n\n'),
    html: [
      ...texts.map((one) => `<p>${escapeHtml(one)}</p>`),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    ].join('\n'),
  };
}
