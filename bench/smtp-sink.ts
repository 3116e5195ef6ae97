import { SMTPServer } from 'smtp-server';

/** A process that accepts mail and discards it. It reports how many there were, and when the last one arrived. */
let count = 0;
let last = 0;

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  onData(stream, session, callback) {
    stream.resume().on('end', () => {
      count += 1;
      last = Date.now();
      const to = session.envelope.rcptTo[0]?.address ?? '';
      // Mails whose arrival is awaited one by one.
      if (to.endsWith('@single.example')) process.send?.({ arrived: to });
      callback();
    });
  },
});

process.on('message', (message) => {
  process.send?.({ count, last });
  if (message === 'reset') count = 0;
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.server.address() as { port: number }).port, count, last }),
);
