export { TaskLimitError, ThreadEndedError } from './task-errors.ts';
export { ThreadPool } from './thread-pool.ts';
