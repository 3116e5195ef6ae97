import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { bundlePackage } from '../../scripts/build-packages.ts';
import { root } from '../sdk/package-tools.ts';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

/** The command line, built from the source, with a folder of its own for files and settings. */
export class CommandLine {
  readonly folder: string;
  env: Environment;
  readonly #file: string;

  constructor(folder: string, file: string, env: Environment) {
    this.folder = folder;
    this.#file = file;
    this.env = { PATH: process.env.PATH ?? '', ATRIUM_CONFIG_DIR: path.join(folder, 'config'), ...env };
  }

  start(...words: string[]): Running {
    return new Running(spawn(process.execPath, [this.#file, ...words], { cwd: this.folder, env: this.env }));
  }

  async run(words: readonly string[], input?: string): Promise<Outcome> {
    const running = this.start(...words);
    running.child.stdin?.end(input);
    return running.ended;
  }

  /** Runs a command that must succeed, and returns what it prints. */
  async ok(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(words);
    if (code !== 0) throw new Error(`atrium ${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }
}

/** A command that runs beside the test. */
export class Running {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  readonly ended: Promise<Outcome>;

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    child.stdin?.on('error', () => {});
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  get lines(): string[] {
    return this.stdout.split('\n').slice(0, -1);
  }
}

/** Builds the command line for the tests of a file. */
export async function commandLine(env: Environment = {}): Promise<CommandLine> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-cli-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.join(root, 'packages/cli/bin'), path.join(folder, 'package/bin'), { recursive: true });
  await bundlePackage('cli', path.join(folder, 'package/dist'));
  return new CommandLine(folder, path.join(folder, 'package/bin/atrium.mjs'), env);
}
