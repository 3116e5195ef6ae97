import { Type } from 'typebox';
import { tenantContext } from '#core/access/platform.ts';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { invalid, notFound } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { readOneTimeToken } from '#lib/one-time-token.ts';
import { ownerContext, WorkflowStopped } from '../compiling/owner.ts';
import type { JsonObject } from '../definition/definition.ts';
import { enrollRecords } from '../enrolling/enroll-records.ts';
import { readRunning } from '../enrolling/running-workflow.ts';
import { stopWorkflow } from '../running/stop-workflow.ts';
import { readHookHash } from '../sql/states.ts';

export const receiveWorkflowHook = defineAction({
  name: 'marketing.receiveWorkflowHook',
  summary: 'Enroll a record in a workflow by its secret address; the rest of the body is what steps read as trigger',
  routes: [{ method: 'POST', path: '/api/marketing/workflow-hooks/:workflowId/:token' }],
  access: 'public',
  status: 202,
  input: Type.Object(
    {
      workflowId: Type.String({ format: 'uuid' }),
      token: Type.String({ maxLength: 200 }),
      contactId: Type.Optional(Type.String({ maxLength: 100 })),
      recordId: Type.Optional(Type.String({ maxLength: 100 })),
    },
    { additionalProperties: true },
  ),
  output: Type.Object({ enrolled: Type.Boolean() }),
  async run(context, { workflowId, token, contactId, recordId, ...values }) {
    const { services } = context;
    const read = readOneTimeToken(token);
    const tenant = read && (await services.directory.tenantById(read.tenantId));
    if (!read || tenant?.status !== 'active') throw notFound('The address');
    const base = await tenantContext(services, { tenantId: read.tenantId, accountKey: tenant.accountKey });
    const known = await readHookHash(queryable(base), read.tenantId, workflowId);
    const running = known === read.hash.toString('hex') ? await readRunning(base, workflowId) : undefined;
    if (!running) throw notFound('The address');
    const id = contactId ?? recordId;
    if (id === undefined) throw invalid('recordId', 'required', 'or contactId is required: the id of a record');
    if (!isId(id))
      throw invalid(contactId === undefined ? 'recordId' : 'contactId', 'invalid_type', 'must be the id of a record');
    const target = { recordId: id.toLowerCase(), depth: 1, values: values as JsonObject };
    try {
      const owner = await ownerContext(services, base.caller, running, base);
      const enrolled = await enrollRecords(owner, running, [target], 'trigger');
      return { body: { enrolled: enrolled > 0 } };
    } catch (error) {
      if (!(error instanceof WorkflowStopped)) throw error;
      // Its owner may not run it any more: it is paused, and like a paused one it has no address.
      await stopWorkflow(base, running, error.message);
      throw notFound('The address');
    }
  },
});
