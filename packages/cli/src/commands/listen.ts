import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Delivery } from 'atrium-sdk';
import type { Arguments } from '../arguments.ts';
import { type Command, outputHelp, outputOptions } from '../command.ts';
import { UsageError } from '../command-error.ts';
import { writeProfile } from '../config.ts';
import { type Connection, connect, connectionHelp, connectionOptions } from '../connection.ts';
import { onInterrupt } from '../interrupt.ts';
import { isForPeople, note, plain, print, printLine } from '../output/print.ts';

/** As long as the server waits for a receiver of webhooks. */
const timeoutMs = 10_000;

export const listen: Command = {
  name: 'listen',
  usage: '--forward-to <url> [options]',
  summary: 'Forwards webhooks to a program on this machine',
  help: `The server cannot call your machine, so this command fetches the bodies that a webhook of yours would get, signs
them in the same way, and posts them in order. A delivery is tried once. No webhook has to be registered.

Options
  --forward-to URL     your program, such as http://localhost:4000/hooks
  --events PATTERNS    contact.*,*.deleted; all when absent
  --secret SECRET      signs with this secret, for example that of a registered webhook; ATRIUM_WEBHOOK_SECRET.
                       Without it a secret is made once for each profile
  --print-secret       prints the secret and ends
  --since CURSOR       continues after a cursor; or "beginning"
${outputHelp} (JSON Lines)
${connectionHelp}

Example
  atrium listen --forward-to http://localhost:4000/hooks --events 'contact.*'`,
  options: {
    ...connectionOptions,
    ...outputOptions,
    'forward-to': { type: 'string' },
    events: { type: 'string', multiple: true },
    secret: { type: 'string' },
    'print-secret': { type: 'boolean' },
    since: { type: 'string' },
  },
  async run(given) {
    given.requireAtMost(0);
    const connection = connect(given);
    const secret = secretOf(given, connection);
    if (given.flag('print-secret')) return print(secret);
    const target = given.text('forward-to');
    if (target === undefined || !/^https?:\/\//i.test(target) || !URL.canParse(target))
      throw new UsageError('--forward-to must be an address such as http://localhost:4000/hooks');
    const signal = onInterrupt();
    const deliveries = connection.client.deliveries({
      events: given.words('events'),
      since: given.text('since'),
      signal,
      onDisconnect: (error) => note(`The connection is lost (${error.message}); connecting again.`),
    });
    const forPeople = isForPeople(given);
    note(`The signing secret is ${secret}`);
    note(`Forwarding ${(given.words('events') ?? ['all events']).join(', ')} to ${target}. Ctrl+C ends it.`);
    for await (const delivery of deliveries) {
      const outcome = await forward(delivery, target, secret, signal);
      await (forPeople ? print(lineOf(outcome)) : printLine(outcome));
    }
  },
};

/** Given, or stored with the profile, so that the settings of the receiver stay right. */
function secretOf(given: Arguments, { profile, profileName }: Connection): string {
  const known = given.text('secret') ?? (process.env.ATRIUM_WEBHOOK_SECRET || profile?.listenSecret);
  if (known !== undefined) return known;
  const made = `whsec_${randomBytes(32).toString('base64')}`;
  if (profile) writeProfile(profileName, { ...profile, listenSecret: made });
  return made;
}

interface Outcome {
  readonly at: string;
  readonly id: string;
  readonly type: string;
  readonly status: number | null;
  readonly durationMs: number;
  readonly error: string | null;
  readonly cursor: string;
}

/** One attempt, with the headers of a delivery. Redirects are not followed, as the server does not follow them. */
async function forward(
  { body, type, cursor }: Delivery,
  target: string,
  secret: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { id } = JSON.parse(body) as { id: string };
  const startedAt = performance.now();
  const outcome = (status: number | null, error: string | null): Outcome => ({
    at: new Date().toISOString(),
    id,
    type,
    status,
    durationMs: Math.round(performance.now() - startedAt),
    error,
    cursor,
  });
  const ending = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      signal: ending,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Atrium-Webhooks/1 (atrium-cli/${__VERSION__})`,
        'x-platform-delivery': randomUUID(),
        ...signatures(id, body, secret),
      },
      body,
    });
    await response.arrayBuffer();
    return outcome(response.status, response.ok ? null : `The answer was ${response.status}.`);
  } catch (error) {
    if (signal.aborted) return outcome(null, 'interrupted');
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return outcome(null, ending.aborted ? `no answer within ${timeoutMs / 1000} seconds` : (cause?.code ?? message));
  }
}

/** The headers that the server sends: its own signature of the body, and those of Standard Webhooks. */
function signatures(id: string, body: string, secret: string): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000));
  const standardKey = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', standardKey).update(`${id}.${time}.${body}`).digest('base64');
  return {
    'x-platform-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${standard}`,
  };
}

const lineOf = ({ at, type, status, durationMs, error, id }: Outcome): string =>
  `${at.slice(11, 19)}  ${type}  ${status ?? plain(error ?? '')}  ${durationMs} ms  ${id}`;
