/** Loaded before each test file by scripts/test.ts: a file that is stuck must not hold up the whole run. */
const deadlineMs = Number(process.env.ATRIUM_TEST_DEADLINE_MS);

setTimeout(() => {
  process.stderr.write(`${process.argv[1]} did not end within ${deadlineMs / 1000} s and is killed.\n`);
  process.kill(process.pid, 'SIGKILL');
}, deadlineMs).unref();
