import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { median, type Report } from './report.ts';
import { residentMegabytes, type Stage } from './stage.ts';

const chunkBytes = 256 * 1024;
const gigabyte = 1024 ** 3;
/** The upload of these bytes loads the code and lets buffers grow before memory is measured. */
const warmUpBytes = 64 * 1024 ** 2;

const head = '--bench\r\ncontent-disposition: form-data; name="file"; filename="large.bin"\r\n\r\n';
const tail = '\r\n--bench--\r\n';

/** A form with a file whose content is unique. */
async function* formOf(bytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  const chunk = randomBytes(chunkBytes);
  for (let sent = 0; sent < bytes; sent += chunkBytes) yield chunk;
  yield Buffer.from(tail);
}

/** Returns megabytes per second, and the body of the answer. */
async function upload(url: string, token: string, bytes: number): Promise<{ rate: number; body: string }> {
  const startedAt = performance.now();
  const request = http.request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=bench',
      'content-length': bytes + head.length + tail.length,
    },
  });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  await pipeline(Readable.from(formOf(bytes)), request);
  const [response] = await answered;
  const body = (await response.setEncoding('utf8').toArray()).join('');
  if (response.statusCode !== 201) throw new Error(`the upload was answered ${response.statusCode}: ${body}`);
  return { rate: rateOf(bytes, startedAt), body };
}

async function download(url: string, token: string): Promise<number> {
  const startedAt = performance.now();
  const request = http.get(url, { headers: { authorization: `Bearer ${token}` } });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  if (response.statusCode !== 200) throw new Error(`the download was answered ${response.statusCode}`);
  return rateOf(bytes, startedAt);
}

const rateOf = (bytes: number, startedAt: number): number => bytes / 1000 / (performance.now() - startedAt);

/** The largest growth of a process's memory in megabytes while something runs. */
async function growthDuring(pid: number, run: () => Promise<void>): Promise<number> {
  const before = residentMegabytes(pid);
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(pid));
  }, 100);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return highest - before;
}

/** Measures uploads and downloads of a gigabyte: memory, and the rate against a bare server that does nothing else. */
export async function files(stage: Stage, report: Report, rounds: number): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-bench-files-'));
  const bare = fork(path.join(import.meta.dirname, 'bare-files.ts'), {
    env: { ...process.env, BENCH_FOLDER: folder },
  });
  try {
    const [{ url: bareUrl }] = (await once(bare, 'message')) as [{ url: string }];
    const rates = { up: [] as number[], bareUp: [] as number[], down: [] as number[], bareDown: [] as number[] };
    const round = async (bytes: number) => {
      rates.bareUp.push((await upload(`${bareUrl}/file`, stage.token, bytes)).rate);
      const { rate, body } = await upload(`${stage.url}/api/communications/file-upload`, stage.token, bytes);
      rates.up.push(rate);
      rates.bareDown.push(await download(`${bareUrl}/file`, stage.token));
      rates.down.push(await download(JSON.parse(body).files[0].url, stage.token));
    };
    await round(warmUpBytes);
    for (const list of Object.values(rates)) list.length = 0;
    const growth = await growthDuring(stage.pid, async () => {
      for (let n = 0; n < rounds; n += 1) await round(gigabyte);
    });
    report(
      `memory during ${rounds} uploads and downloads of 1 GB, growth at most`,
      `${growth.toFixed(0)} MB`,
      '≤ 60 MB',
      growth <= 60,
    );
    const compareRates = (what: string, ours: readonly number[], theirs: readonly number[]) => {
      const ratio = median(ours) / median(theirs);
      const figures = `${median(ours).toFixed(0)} MB/s; bare ${median(theirs).toFixed(0)} MB/s`;
      report(`${what} of 1 GB, against a bare server`, `${ratio.toFixed(2)} (${figures})`, '≥ 0.50', ratio >= 0.5);
    };
    compareRates('upload', rates.up, rates.bareUp);
    compareRates('download', rates.down, rates.bareDown);
  } finally {
    bare.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
