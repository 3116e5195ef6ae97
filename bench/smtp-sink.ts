import { SMTPServer } from 'smtp-server';

/** A process that accepts mail and discards it. It reports the number of mails and the time of the last one. */
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
      // The bench waits for each of these mails.
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
