const actions: (() => Promise<unknown>)[] = [];

/** Registers an action for the end of the process, after all its test files. A hook would belong to the first file. */
export const atEnd = (action: () => Promise<unknown>): void => void actions.push(action);

export async function runAtEnd(): Promise<void> {
  for (const action of actions.splice(0)) await action();
}
