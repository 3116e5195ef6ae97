// Creates a deal and finds it: ATRIUM_URL=… ATRIUM_API_KEY=… node quickstart.mjs
import { Atrium, AtriumError } from 'atrium-sdk';

const client = new Atrium({ url: process.env.ATRIUM_URL, apiKey: process.env.ATRIUM_API_KEY });

const ada = await client.sales.contacts.create({ firstName: 'Ada', lastName: 'Lovelace', status: 'customer' });
await client.sales.opportunities.create({ name: 'Analytical engine', contactId: ada._id, value: 12500.5 });

// Filters have operators, and reach one reference deep.
const { data, meta } = await client.sales.opportunities.list({
  filter: { value: { gte: 1000 }, 'contactId.lastName': 'Lovelace' },
  sort: '-value',
  fields: ['name', 'value'],
});
console.log(`${meta.total} deal: ${data[0].name}, ${data[0].value}`);

// Page after page, as long as there are more.
for await (const contact of client.sales.contacts.all({ filter: { status: 'customer' }, fields: ['name'] }))
  console.log(`customer: ${contact.name}`);

// Nobody else's change is overwritten.
await client.sales.contacts.modify(ada._id, ({ tags }) => ({ tags: [...(tags ?? []), 'vip'] }));

try {
  await client.sales.contacts.create({ emial: 'ada@example.com' });
} catch (error) {
  if (!(error instanceof AtriumError)) throw error;
  console.log(`${error.status} ${error.code}: ${error.details[0].field}`);
}
