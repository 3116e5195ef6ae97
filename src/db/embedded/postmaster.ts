import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The address on which PostgreSQL listens. `host` is the folder of its socket, or an IP address. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The server process of a cluster. */
interface Postmaster {
  readonly pid: number;
  readonly endpoint: Endpoint;
}

const pidFileIn = (pgData: string): string => path.join(pgData, 'postmaster.pid');

/** Reads the pid file. Its process may be dead: check with `runsOn`. */
export function readPidFile(pgData: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(pidFileIn(pgData), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, , , port, socketFolder, address] = lines;
  if (!pid || !port) return undefined;
  return { pid: Number(pid), endpoint: { host: socketFolder || address || '127.0.0.1', port: Number(port) } };
}

export const removePidFile = (pgData: string): void => fs.rmSync(pidFileIn(pgData), { force: true });

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * True when a process is the PostgreSQL of the folder. The pid alone proves nothing, because another program, even
 * another PostgreSQL, may have got it since. The command line names the folder, and is empty for a process that has
 * ended.
 */
export function runsOn(pid: number, pgData: string): boolean {
  if (os.platform() !== 'linux') return isAlive(pid);
  try {
    const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words[words.indexOf('-D') + 1] === pgData;
  } catch {
    return false;
  }
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Ends the server process of the folder. `spawned` is the last one that we started, if any. */
export async function shutDown(pgData: string, spawned: ChildProcess | undefined): Promise<void> {
  // A child that has just started has not written its pid file yet, so the file may name the previous process.
  const child = spawned && !hasExited(spawned) ? spawned : undefined;
  const pid = child?.pid ?? readPidFile(pgData)?.pid;
  if (pid === undefined) return;
  const hasEnded = () => (child ? hasExited(child) : !runsOn(pid, pgData));
  // SIGINT is PostgreSQL's fast shutdown: it rolls back open transactions, writes a checkpoint and exits.
  for (const [signal, timeoutMs] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 2000],
  ] as const) {
    if (hasEnded()) return;
    process.kill(pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (!hasEnded() && Date.now() < deadline) await sleep(10);
  }
}
