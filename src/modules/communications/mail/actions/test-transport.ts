import { performance } from 'node:perf_hooks';
import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { paragraphs } from '#lib/mail.ts';
import type { SendResult } from '../../smtp/send-result.ts';
import { findTransport, saveTransportStatus, transportPath, transportRoute } from '../transports/find-transport.ts';
import type { Transport } from '../transports/transport.ts';
import { type TransportSettings, Transports } from '../transports/transports.ts';

export const testTransport = defineAction({
  name: 'communications.testTransport',
  summary: 'Connects to a mail server and logs in; with `to`, sends a test mail',
  routes: [{ method: 'POST', path: `${transportRoute}/test` }],
  access: 'communications:admin',
  dryRunAllowed: false,
  input: Type.Object(
    { ...transportPath, to: Type.Optional(Type.String({ format: 'email', maxLength: 254 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ok: Type.Boolean(),
    message: Type.String({ description: 'What the server answered, or what went wrong.' }),
    durationMs: Type.Integer(),
  }),
  async run(context, { id, to }) {
    const { services, caller } = context;
    const settings = await findTransport(context, id);
    const startedAt = performance.now();
    const result = await withTransport(services, caller.tenantId, settings, (transport) =>
      to === undefined ? transport.verify() : sendTestMail(transport, settings, to),
    );
    const durationMs = Math.round(performance.now() - startedAt);
    await saveTransportStatus(context, settings.id, { ...statusAfter(result), testedAt: new Date() });
    const ok = result === undefined || result.kind === 'accepted';
    return { body: { ok, message: describe(result), durationMs } };
  },
});

/** Opens a separate transport, because an open connection would prove nothing. */
async function withTransport<T>(
  services: Services,
  tenantId: string,
  settings: TransportSettings,
  run: (transport: Transport) => Promise<T>,
): Promise<T> {
  const transports = new Transports(services);
  try {
    return await run(transports.open(tenantId, settings));
  } finally {
    await transports.close();
  }
}

function sendTestMail(
  transport: Transport,
  { fromEmail, fromName }: TransportSettings,
  to: string,
): Promise<SendResult> {
  if (fromEmail === null) throw new AppError('conflict', 'The transport has no sender: set fromEmail, then test it.');
  return transport.send({
    id: newId(),
    from: { name: fromName, address: fromEmail },
    to: [to],
    cc: [],
    bcc: [],
    replyTo: null,
    subject: 'Test of a mail server',
    ...paragraphs('This mail was sent to test a mail server. It arrived, so the server sends mail.'),
    headers: {},
    attachments: [],
    envelopeFrom: null,
  });
}

/** A mail that was refused or deferred says nothing about the transport. */
function statusAfter(
  result: SendResult | undefined,
): Pick<Parameters<typeof saveTransportStatus>[2], 'status' | 'reason'> {
  if (result === undefined || result.kind === 'accepted') return { status: 'ok' };
  if (result.kind !== 'transport' || result.onlyThisMail) return {};
  return { status: result.stop ? 'stopped' : 'failing', reason: result.message };
}

function describe(result: SendResult | undefined): string {
  if (result === undefined) return 'The connection and the login work.';
  if (result.kind === 'accepted') return result.response;
  if (result.kind === 'unknown') return `It is not known whether the mail was sent: ${result.message}`;
  return result.message;
}
