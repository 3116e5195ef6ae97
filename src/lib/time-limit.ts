import vm from 'node:vm';

export class TimeLimitExceeded extends Error {}

let script: vm.Script | undefined;
let sandbox: { run?: () => unknown } | undefined;

const maxTries = 6;

/** The processor time of this thread in milliseconds. */
const computedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Runs a synchronous function without side effects, and ends it after it has computed for a time. It is for input of
 * clients, such as regular expressions: nothing else could end the function, and the process answers no requests
 * meanwhile. The clock also runs while a busy machine does other work, so the function gets more time in that case.
 */
export function withTimeLimit<T>(ms: number, run: () => T): T {
  for (let tries = 1, clockMs = ms; ; tries += 1, clockMs *= 2) {
    const begun = computedMs();
    try {
      return runWithin(clockMs, run);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      if (tries === maxTries || computedMs() - begun > 0.8 * ms) throw new TimeLimitExceeded();
    }
  }
}

function runWithin<T>(ms: number, run: () => T): T {
  script ??= new vm.Script('run()');
  sandbox ??= vm.createContext({}) as { run?: () => unknown };
  sandbox.run = run;
  try {
    return script.runInContext(sandbox, { timeout: ms }) as T;
  } finally {
    delete sandbox.run;
  }
}
