import assert from 'node:assert/strict';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, describe, it } from 'node:test';
import { TurnMeter } from '#test/bombs/turn-meter.ts';
import { long } from '#test/long.ts';
import { openTable } from './open-table.ts';
import { type Cell, type TableFile, writtenFormats } from './table.ts';
import { writeTable } from './write-table.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-tables-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const count = 1_000_000;
const columns = ['Name', 'Email', 'City', 'Amount', 'Open', 'Since'].map((title) => ({ key: title, title }));
const rowOf = (n: number): Cell[] => [
  `Ann, no. ${n}`,
  `ann.${n}@company-${n % 977}.example`,
  ['Köln', 'Paris', 'New York'][n % 3] as string,
  n / 4,
  n % 2 === 0,
  new Date(Date.UTC(2020, 0, 1 + (n % 2000))),
];

async function* rows(): AsyncGenerator<Cell[][]> {
  for (let n = 0; n < count; n += 1000) yield Array.from({ length: 1000 }, (_, at) => rowOf(n + at));
}

const fileAt = (name: string): TableFile => ({
  name,
  size: statSync(name).size,
  read: async (range) => createReadStream(name, range && { start: range.first, end: range.last }),
});

/** Runs work and measures its time, the growth of memory, and the longest turn of the event loop. */
async function measured(work: () => Promise<void>) {
  let grown = 0;
  const { rss } = process.memoryUsage();
  const sampling = setInterval(() => {
    grown = Math.max(grown, process.memoryUsage().rss - rss);
  }, 20);
  const meter = new TurnMeter();
  const [started, cpu] = [performance.now(), process.threadCpuUsage()];
  try {
    await work();
  } finally {
    clearInterval(sampling);
    meter.stop();
  }
  const used = process.threadCpuUsage(cpu);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, cpuSeconds: (used.user + used.system) / 1e6, grownMb: grown / 1e6, turnMs: meter.stop() };
}

describe('a million rows', long, () => {
  for (const format of writtenFormats)
    it(`are written and read in little memory (${format})`, async (t) => {
      const name = path.join(folder, `large.${format}`);
      const written = await measured(() => pipeline(writeTable(format, columns, rows()), createWriteStream(name)));
      const table = await openTable(fileAt(name));
      let n = 0;
      const read = await measured(async () => {
        for await (const batch of table.rows())
          for (const row of batch) {
            if (row.n % 100_000 === 1) assert.equal(row.cells[1], rowOf(row.n - 1)[1]);
            n += 1;
          }
      });
      assert.equal(n, count);
      const bytes = statSync(name).size;
      for (const [verb, { seconds, cpuSeconds, grownMb, turnMs }] of Object.entries({ written, read })) {
        t.diagnostic(
          `${format} ${verb}: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of this thread, memory +${grownMb.toFixed(0)} MB, longest turn ${turnMs.toFixed(0)} ms`,
        );
        assert.ok(grownMb < 250, `${verb}: memory grew by ${grownMb} MB`);
        assert.ok(turnMs < 100, `${verb}: a turn took ${turnMs} ms`);
      }
    });
});
