import { performance } from 'node:perf_hooks';
import nodemailer from 'nodemailer';

/** The upper limit of mails per process: the pool of nodemailer sends the same messages and does nothing else. */
const { BENCH_URL = '', BENCH_CONNECTIONS = '5', BENCH_COUNT = '0', BENCH_HTML = '', BENCH_TEXT = '' } = process.env;
const maxConnections = Number(BENCH_CONNECTIONS);
const transport = nodemailer.createTransport({ url: BENCH_URL, pool: true, maxConnections, maxMessages: 100 });
const total = Number(BENCH_COUNT);
let n = 0;

async function send(): Promise<void> {
  while (n < total) {
    n += 1;
    const replaced = (text: string) => text.replace('{{ name }}', `Person ${n}`).replace('{{ code }}', `C-${n}`);
    await transport.sendMail({
      from: 'news@example.com',
      to: `person-${n}@example.com`,
      subject: `News for Person ${n}`,
      html: replaced(BENCH_HTML),
      text: replaced(BENCH_TEXT),
      headers: {
        'List-Unsubscribe': `<https://example.com/m/u/${n}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
  }
}

const startedAt = performance.now();
// Two mails wait for each connection, so that no connection is idle.
await Promise.all(Array.from({ length: maxConnections * 2 }, send));
process.send?.({ perSecond: (total * 1000) / (performance.now() - startedAt) });
transport.close();
process.disconnect?.();
