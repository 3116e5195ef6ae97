const actions: (() => Promise<unknown>)[] = [];

/** Keeps an action for the end of the process, after all its test files. A hook would belong to the file that came first. */
export const atEnd = (action: () => Promise<unknown>): void => void actions.push(action);

export async function runAtEnd(): Promise<void> {
  for (const action of actions.splice(0)) await action();
}
