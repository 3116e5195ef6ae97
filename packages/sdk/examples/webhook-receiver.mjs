// Receives webhooks: ATRIUM_WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs
// On your own machine, let the command line forward them: atrium listen --forward-to http://localhost:4000/
import { createServer } from 'node:http';
import { verifyWebhook, WebhookError } from 'atrium-sdk';

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    // The raw bytes are signed, so they are verified before anything parses them.
    const event = await verifyWebhook(Buffer.concat(chunks), request.headers, process.env.ATRIUM_WEBHOOK_SECRET);
    console.log(event.type, event.data.record._id);
    response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    console.log(`refused: ${error.code}`);
    response.writeHead(400).end(error.message);
  }
});
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () =>
  console.log(`listening on ${server.address().port}`),
);
