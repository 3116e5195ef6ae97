/** Runs tasks one after the other, in the order in which they were given. One that fails does not stop the next. */
export function inTurn() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const run = last.then(task);
    last = run.catch(() => undefined);
    return run;
  };
}
