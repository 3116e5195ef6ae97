import { AppError } from '#core/errors.ts';
import { GuardedHttp } from '#lib/guarded-http.ts';

const maxBytes = 64 * 1024;
const deadlineMs = 10_000;

/** Fetches a URL of Amazon SNS. An object, so that tests can replace the function. */
export const fetchFromSns = {
  async get(url: string): Promise<Buffer> {
    const http = new GuardedHttp({ allowPrivate: false, maxKept: maxBytes, connections: 1, connectTimeoutMs: 5000 });
    try {
      const { answer, error } = await http.get({ url, headers: {}, deadlineMs });
      const problem = error ?? (answer.status === 200 ? undefined : `It answered ${answer.status}.`);
      // Amazon sends the message again after a 5xx answer.
      if (problem !== undefined) throw new AppError('unavailable', `Amazon SNS could not be reached: ${problem}`);
      return answer?.body ?? Buffer.alloc(0);
    } finally {
      await http.close();
    }
  },
};
