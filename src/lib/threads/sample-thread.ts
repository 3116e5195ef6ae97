import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadLibrary, serveTasks } from './serve-tasks.ts';

export type SampleTask =
  | { readonly echo: string }
  | { readonly spinMs: number }
  | { readonly loadMs: number }
  | { readonly fill: true }
  | { readonly fail: string };

async function run(task: SampleTask, load: LoadLibrary): Promise<string> {
  if ('echo' in task) return task.echo;
  if ('loadMs' in task) return load(() => sleep(task.loadMs, 'loaded'));
  if ('fail' in task) throw new Error(task.fail);
  if ('fill' in task) for (const kept: unknown[] = []; ; ) kept.push(new Array(10_000).fill(kept.length));
  for (const end = performance.now() + task.spinMs; performance.now() < end; );
  return `spun for ${task.spinMs} ms`;
}

/** The thread for the tests of `ThreadPool`. */
await serveTasks(run);
