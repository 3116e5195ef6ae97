import assert from 'node:assert/strict';
import { addMailbox } from '../mailbox-tools.ts';
import type { SmtpSink } from '../smtp-sink.ts';
import type { Bomb } from './bomb.ts';
import { htmlBombs } from './mail-html.ts';

/** A server that gets no mails: they can be undone for longer than the test takes. */
const noServer = { port: 9 } as SmtpSink;
const refused = [
  'tags in heads',
  'open elements',
  'many elements',
  'attributes',
  'styles of one element',
  'tables in tables',
  'lists in lists',
  'quotation marks in attributes',
];
const accepted = ['less-than signs', 'styles that never end', 'styles that are opened only', 'ampersands'];

const written = (name: string, expected: number): Bomb => ({
  name: `writing a mail: ${name}`,
  async prepare({ test, victim, send }) {
    const connectionId = await addMailbox(test, victim, noServer, { email: `${crypto.randomUUID()}@own.example` });
    const html = htmlBombs[name] ?? assert.fail(`there is no bomb ${name}`);
    const mail = { connectionId, to: 'x@client.example', subject: 'x', html, undoSeconds: 60 };
    return async () => {
      const { status, text } = await send('POST', '/api/communications/mailbox-send', mail);
      assert.equal(status, expected, text.slice(0, 500));
      if (status === 422) assert.equal(JSON.parse(text).error.details[0].field, 'html');
    };
  },
});

const signed: Bomb = {
  name: 'writing a signature of open elements',
  async prepare({ test, victim, send }) {
    const connectionId = await addMailbox(test, victim, noServer, { email: `${crypto.randomUUID()}@own.example` });
    const signature = '<b>'.repeat(30_000);
    return async () => {
      const { status, text } = await send('PATCH', `/api/communications/mailbox-connection/${connectionId}`, {
        signature,
      });
      assert.equal(status, 422, text.slice(0, 500));
      assert.equal(JSON.parse(text).error.details[0].field, 'signature');
    };
  },
};

export const mailWritingBombs: readonly Bomb[] = [
  ...refused.map((name) => written(name, 422)),
  ...accepted.map((name) => written(name, 202)),
  signed,
];
