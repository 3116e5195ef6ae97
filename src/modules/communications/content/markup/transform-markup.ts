import { Worker } from 'node:worker_threads';
import { limits } from '../limits.ts';
import { MarkupFault, type MarkupRequest, type MarkupResult } from './transform.ts';
import type { MarkupAnswer } from './transform-worker.ts';

/** The thread ends when no template was compiled for this long, and the memory of the libraries is free again. */
const idleMs = 60_000;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let pending: PromiseWithResolvers<MarkupAnswer> | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * MJML to HTML, CSS inlining and plain text. A thread of its own does it, one request after another: a large template
 * takes seconds, and hostile CSS selectors take forever. So the server keeps answering, and the thread can be stopped.
 */
export function transformMarkup(request: MarkupRequest): Promise<MarkupResult> {
  const result = queue.then(() => transform(request));
  queue = result.catch(() => {});
  return result;
}

async function transform(request: MarkupRequest): Promise<MarkupResult> {
  clearTimeout(idle);
  worker ??= startWorker();
  const busy = worker;
  pending = Promise.withResolvers();
  const deadline = setTimeout(() => {
    stopWorker();
    pending?.reject(new MarkupFault('Compiling takes too long. Use fewer elements, and fewer and simpler CSS rules.'));
  }, limits.markupMs);
  try {
    // Only while it works does the thread keep the process alive.
    busy.ref();
    busy.postMessage(request);
    const answer = await pending.promise;
    if ('fault' in answer) throw new MarkupFault(answer.fault.message, answer.fault.line);
    return answer.result;
  } finally {
    clearTimeout(deadline);
    pending = undefined;
    busy.unref();
    idle = setTimeout(stopWorker, idleMs).unref();
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./transform-worker.ts', import.meta.url), {
    execArgv: [],
    // Nothing of the server's environment: the libraries need none of it.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.markupHeapMb },
  });
  started.on('message', (answer: MarkupAnswer) => pending?.resolve(answer));
  started.on('error', (error: NodeJS.ErrnoException) => {
    if (worker !== started) return;
    worker = undefined;
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    pending?.reject(isMemory ? new MarkupFault('Compiling needs too much memory. Use fewer elements.') : error);
  });
  started.on('exit', (code) => {
    if (worker !== started) return;
    worker = undefined;
    pending?.reject(new Error(`The thread that compiles mail templates ended with code ${code}.`));
  });
  return started;
}

function stopWorker(): void {
  const stopped = worker;
  worker = undefined;
  void stopped?.terminate();
}
