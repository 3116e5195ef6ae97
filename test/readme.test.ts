import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { adminPassword } from './cluster.ts';
import { appForFile } from './harness.ts';
import { receiverForFile } from './receiver.ts';

interface Step {
  readonly command: string;
  readonly expected: string;
}

const receiver = await receiverForFile();
/** Where the commands run: `./data` is that of the server. */
const bin = mkdtempSync(path.join(os.tmpdir(), 'atrium-readme-'));
after(() => rmSync(bin, { recursive: true, force: true }));
const { url } = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', DATA_DIR: path.join(bin, 'data') });
const readme = readFileSync(path.join(import.meta.dirname, '../README.md'), 'utf8');

/** The steps of the console blocks: the command after `$`, and the output below it. */
function transcript(): Step[] {
  const blocks = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].map((match) => match[1] as string);
  return blocks
    .flatMap((block) => block.split(/^\$ /m).slice(1))
    .map((step) => {
      const [command = '', ...rest] = step.split('\n');
      return { command, expected: rest.join('\n').trim() };
    });
}

/** `…` matches any text. */
const pattern = (expected: string): RegExp =>
  new RegExp(
    `^${expected
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*')}$`,
  );

/** Replaces curl where it is not installed; supports the few options that the README uses. */
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

describe('the first five minutes of the README', () => {
  it('work as written', async () => {
    if (!isCurlInstalled()) {
      writeFileSync(path.join(bin, 'curl'), curlScript);
      chmodSync(path.join(bin, 'curl'), 0o755);
    }
    const steps = transcript();
    assert.ok(steps.length > 15);
    const script = steps
      .map(({ command }) =>
        command
          .replace(/^URL=.*/, `URL=${url}`)
          .replace(/^PASSWORD=.*/, `PASSWORD='${adminPassword}'`)
          .replace('http://127.0.0.1:4000/', receiver.url()),
      )
      .map((command, n) => `${command}\nprintf '\\n--- ${n}\\n'`)
      .join('\n');
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script], {
      cwd: bin,
      env: { PATH: `${bin}:${process.env.PATH}`, HOME: bin },
    });
    const outputs = stdout.split(/\n--- \d+\n/);
    for (const [n, { command, expected }] of steps.entries()) {
      assert.match(outputs[n]?.trim() ?? '', pattern(expected), `${command}\nprinted ${outputs[n]}`);
    }
  });
});
