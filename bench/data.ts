import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Report } from './report.ts';
import { residentMegabytes, type Stage } from './stage.ts';

/** Rows per second of an import of contacts with events. */
const importTarget = 2000;
/** Memory that a streaming import may need above an idle server. */
const memoryTargetMb = 150;

const columns = ['first_name', 'last_name', 'email', 'phone', 'title', 'score'] as const;
const titles = ['firstName', 'lastName', 'email', 'phone', 'title', 'score'];

const rowsOf = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, n) =>
      `First ${n % 1000},Last ${n},person${n}@import.example,+49 30 ${1_000_000 + n},Title ${n % 50},${n % 101}`,
  );

/** Measures an import of contacts against COPY of the same rows into the same table, which writes no events. */
export async function dataBench(stage: Stage, report: Report, rounds: number, rows: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-bench-data-'));
  // The database runs as another user when the bench runs as root.
  chmodSync(folder, 0o755);
  try {
    const lines = rowsOf(rows);
    const copied: number[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round += 1) copied.push(await copyRows(stage, folder, lines));
    const csv = `${titles.join(',')}\n${lines.join('\n')}\n`;
    await importCsv(stage, `${titles.join(',')}\n${rowsOf(1000).join('\n')}\n`);
    const idle = residentMegabytes(stage.pid);
    const { seconds, peak, created } = await importCsv(stage, csv);
    const perSecond = created / seconds;
    const ofCopy = median(copied) / (rows / perSecond);
    report(
      `import of ${rows.toLocaleString('en')} contacts with events`,
      `${perSecond.toFixed(0)} rows/s (COPY ${(rows / median(copied)).toFixed(0)} rows/s: ${(ofCopy * 100).toFixed(1)} %)`,
      `≥ ${importTarget} rows/s`,
      created === rows && perSecond >= importTarget,
    );
    report(
      'memory of the import above the idle server',
      `${(peak - idle).toFixed(0)} MB`,
      `≤ ${memoryTargetMb} MB`,
      peak - idle <= memoryTargetMb,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the rows into the table of contacts, and removes them. Returns the seconds of the COPY. */
async function copyRows(stage: Stage, folder: string, lines: readonly string[]): Promise<number> {
  const file = path.join(folder, 'rows.csv');
  const withIds = lines.map((line, n) => `1,00000000-0000-4000-8000-${String(n).padStart(12, '0')},${line}`);
  writeFileSync(file, withIds.join('\n'), { mode: 0o644 });
  const startedAt = performance.now();
  await stage.sql(`copy sales_contacts (tenant_id, id, ${columns.join(', ')}) from '${file}' csv`);
  const seconds = (performance.now() - startedAt) / 1000;
  await stage.sql(`delete from sales_contacts where id::text like '00000000-0000-4000-8000-%'`);
  return seconds;
}

interface Imported {
  readonly seconds: number;
  /** The most memory of the server meanwhile, in MB. */
  readonly peak: number;
  readonly created: number;
}

async function importCsv({ url, token, pid }: Stage, csv: string): Promise<Imported> {
  const headers = { authorization: `Bearer ${token}` };
  const form = new FormData();
  form.append('model', 'contacts');
  form.append('file', new Blob([csv]), 'contacts.csv');
  const startedAt = performance.now();
  const reply = await fetch(`${url}/api/data/imports`, { method: 'POST', headers, body: form });
  if (reply.status !== 202) throw new Error(`the import answered ${reply.status}: ${await reply.text()}`);
  const { _id } = (await reply.json()) as { _id: string };
  for (let peak = 0; ; ) {
    peak = Math.max(peak, residentMegabytes(pid));
    const answer = await fetch(`${url}/api/data/imports/${_id}`, { headers });
    const { status, created, error } = (await answer.json()) as {
      status: string;
      created: number;
      error: string | null;
    };
    if (status === 'failed') throw new Error(`the import failed: ${error}`);
    if (status === 'completed') return { seconds: (performance.now() - startedAt) / 1000, peak, created };
    await sleep(100);
  }
}
