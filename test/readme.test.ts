import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { FakeProvider } from './ai/fake-provider.ts';
import { adminPassword } from './cluster.ts';
import { appForFile, type TestApp } from './harness.ts';
import { receiverForFile } from './receiver.ts';
import { timeLimit } from './time-limit.ts';

interface Step {
  readonly command: string;
  readonly expected: string;
}

const receiver = await receiverForFile();
/** Replaces the providers of language models. */
const provider = await FakeProvider.forFile();
provider.says({ text: 'Ada Lovelace wrote the first program.' });
const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-readme-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const docs = path.join(import.meta.dirname, '../docs');
const readme = stepsOf(path.join(import.meta.dirname, '../README.md'));
/** The guides use the variables and the function of the README's first block, which signs in. */
const signIn = readme.slice(0, 4);

/** The steps of the console blocks of a page: the command after `$`, and the output below it. */
function stepsOf(file: string): Step[] {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/```console\n([\s\S]*?)```/g)].map(
    (match) => match[1] as string,
  );
  return blocks
    .flatMap((block) => block.split(/^\$ /m).slice(1))
    .map((step) => {
      const lines = step.split('\n');
      // A command continues in the next line after a backslash, or within a quoted text.
      let count = 1;
      while (count < lines.length && isOpen(lines.slice(0, count).join('\n'))) count += 1;
      return { command: lines.slice(0, count).join('\n'), expected: lines.slice(count).join('\n').trim() };
    });
}

function isOpen(command: string): boolean {
  return command.endsWith('\\') || (command.match(/'/g) ?? []).length % 2 === 1;
}

/** A pattern for expected output, where `…` matches any text. */
const pattern = (expected: string): RegExp =>
  new RegExp(
    `^${expected
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*')}$`,
  );

/** Replaces curl where it is not installed. It supports the few options that the README and the guides use. */
const curlScript = `#!${process.execPath}
const headers = {}; let method, body, url; const rest = process.argv.slice(2);
while (rest.length > 0) {
  const word = rest.shift();
  if (word === '-H') { const [, name, value] = /^([^:]+):\\s*(.*)$/.exec(rest.shift()); headers[name] = value; }
  else if (word === '-X') method = rest.shift();
  else if (word === '-d') body = rest.shift();
  else if (word === '-F') {
    const [, name, file, value] = /^([^=]+)=(@)?(.*)$/s.exec(rest.shift());
    body ??= new FormData();
    if (file) body.append(name, new Blob([require('node:fs').readFileSync(value)]), require('node:path').basename(value));
    else body.append(name, value);
  }
  else if (!/^-[sg]+$/.test(word)) url = word;
}
fetch(url, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body }).then((reply) => reply.text()).then((text) => process.stdout.write(text));
`;

function isCurlInstalled(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

interface Place {
  readonly app: TestApp;
  /** Commands read `./data`, as for a server that was started in this folder. */
  readonly home: string;
}

async function startIn(home: string): Promise<Place> {
  mkdirSync(home);
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'true', METRICS: 'true', DATA_DIR: path.join(home, 'data') };
  return { app: await appForFile({ ...settings, ...provider.env }), home };
}

/** Adapts the command of a page to another account than `default`. */
const inAccount = (command: string, accountKey: string): string =>
  command
    .replace('\\"password\\":', `\\"accountKey\\":\\"${accountKey}\\",\\"password\\":`)
    .replace('/default/', `/${accountKey}/`);

/** Runs the steps of a page in one shell, as the admin of the account, and compares what they print. */
async function run(steps: readonly Step[], { app, home }: Place, accountKey = 'default'): Promise<void> {
  const script = steps
    .map(({ command }) =>
      (accountKey === 'default' ? command : inAccount(command, accountKey))
        .replace(/^URL=.*/, `URL=${app.url}`)
        .replace(/^PASSWORD=.*/, `PASSWORD='${adminPassword}'`)
        .replace('http://127.0.0.1:4000/', receiver.url()),
    )
    .map((command, n) => `${command}\nprintf '\\n--- ${n}\\n'`)
    .join('\n');
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], {
    cwd: home,
    env: { PATH: `${folder}:${process.env.PATH}`, HOME: home },
    // The limit ends a loop that waits for an answer forever.
    timeout: timeLimit(120_000),
  });
  const outputs = stdout.split(/\n--- \d+\n/);
  for (const [n, { command, expected }] of steps.entries())
    assert.match(outputs[n]?.trim() ?? '', pattern(expected), `${command}\nprinted ${outputs[n]}`);
}

if (!isCurlInstalled()) {
  writeFileSync(path.join(folder, 'curl'), curlScript);
  chmodSync(path.join(folder, 'curl'), 0o755);
}

/** Guides about tasks of the operator, or about signing in to the account of the first start. */
const ofOperator = ['operation.md', 'sign-in.md', 'tenants.md'];

describe('the first five minutes of the README', () => {
  it('work as written', async () => {
    assert.ok(readme.length > 15);
    await run(readme, await startIn(path.join(folder, 'readme')));
  });
});

describe('the transcripts of the guides', async () => {
  const place = await startIn(path.join(folder, 'guides'));
  for (const file of readdirSync(docs).filter((name) => name.endsWith('.md'))) {
    const steps = stepsOf(path.join(docs, file));
    if (steps.length === 0) continue;
    it(`${file} work as written`, async () => {
      const accountKey = ofOperator.includes(file) ? 'default' : (await place.app.tenant()).accountKey;
      await run([...signIn, ...steps], place, accountKey);
    });
  }
});
