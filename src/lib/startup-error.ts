/**
 * A problem that the operator can fix. It is printed as one sentence, without a stack, and the process exits with 1.
 */
export class StartupError extends Error {}
