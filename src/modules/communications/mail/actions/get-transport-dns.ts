import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { ensureDkimKey } from '../transports/dkim-keys.ts';
import { checkDnsRecords, signingDomain } from '../transports/dns-records.ts';
import { findTransport, transportPath, transportRoute } from '../transports/find-transport.ts';

const dnsRecord = Type.Object({
  type: Type.Union([Type.Literal('TXT'), Type.Literal('MX')]),
  name: Type.String(),
  value: Type.String({ description: 'What to set.' }),
  purpose: Type.String(),
  found: Type.Array(Type.String(), { description: 'What DNS has now.' }),
  ok: Type.Boolean(),
  error: Type.Optional(Type.String({ description: 'Why the lookup failed.' })),
});

export const getTransportDns = defineAction({
  name: 'communications.getTransportDns',
  summary: 'The DNS records for mail of a transport, and whether they are set; makes its DKIM key',
  routes: [{ method: 'GET', path: `${transportRoute}/dns` }],
  access: 'communications:admin',
  input: Type.Object(transportPath, { additionalProperties: false }),
  output: Type.Object({
    domain: Type.String({ description: 'The domain that signs.' }),
    records: Type.Array(dnsRecord),
  }),
  async run(context, { id }) {
    const transport = await findTransport(context, id);
    const domain = signingDomain(transport);
    const key = await ensureDkimKey(context, domain);
    const records = await checkDnsRecords(transport, key, context.services.settings.outgoing.dnsServers);
    return { body: { domain, records: [...records] } as never };
  },
});
