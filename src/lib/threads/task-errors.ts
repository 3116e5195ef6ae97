/**
 * A task exceeded a limit of its pool. `time`: its deadline. `memory`: the heap of its thread. `busy`: its share has
 * too many waiting tasks.
 */
export class TaskLimitError extends Error {
  readonly limit: 'time' | 'memory' | 'busy';

  constructor(limit: TaskLimitError['limit'], message: string) {
    super(message);
    this.limit = limit;
  }
}

/** The thread ended for another reason than its task, so the task may be retried. */
export class ThreadEndedError extends Error {}
