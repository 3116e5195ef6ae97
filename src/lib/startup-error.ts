/** Something the operator can mend. It is printed as one sentence, without a stack, and the process exits with 1. */
export class StartupError extends Error {}
