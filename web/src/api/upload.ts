import { ApiError, NetworkError } from './http.ts';
import { asOwnWrite } from './own-writes.ts';
import type { RecordData } from './records.ts';

interface UploadOptions {
  /** Fields of the record that the upload creates. */
  readonly fields: Readonly<Record<string, string>>;
  readonly onProgress: (sentBytes: number) => void;
  readonly signal: AbortSignal;
}

/** Creates a record of a file model. `fetch` does not report upload progress, so this uses XMLHttpRequest. */
export function uploadFile(
  path: string,
  file: File,
  { fields, onProgress, signal }: UploadOptions,
): Promise<RecordData> {
  return asOwnWrite((requestId) => sendFile(requestId, path, file, { fields, onProgress, signal }));
}

function sendFile(
  requestId: string,
  path: string,
  file: File,
  { fields, onProgress, signal }: UploadOptions,
): Promise<RecordData> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const body = new FormData();
    for (const [key, value] of Object.entries(fields)) body.set(key, value);
    body.set('file', file);
    call.open('POST', path);
    call.setRequestHeader('accept', 'application/json');
    call.setRequestHeader('x-request-id', requestId);
    call.upload.onprogress = ({ loaded }) => onProgress(loaded);
    call.onload = () => {
      const answer = parse(call.responseText);
      if (call.status >= 200 && call.status < 300) resolve(answer as RecordData);
      else reject(new ApiError(call.status, answer?.error, undefined));
    };
    // A server that refuses an upload may close the connection before it has read all of it, which also ends here.
    call.onerror = () => reject(new NetworkError('The server cannot be reached.'));
    call.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(body);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the answer is a record or an error.
function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may answer with an HTML page; the status says what happened.
    return undefined;
  }
}
