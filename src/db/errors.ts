interface PostgresError {
  readonly code?: string;
  readonly constraint?: string;
  readonly message?: string;
  readonly detail?: string;
}

export type DatabaseFault =
  | { readonly kind: 'unique'; readonly constraint: string }
  | { readonly kind: 'reference'; readonly constraint: string; readonly missing: boolean }
  | { readonly kind: 'value' }
  /** The record violates rules of the tenant. See the function `refuse_violations`. */
  | { readonly kind: 'rule'; readonly violations: readonly string[] }
  | { readonly kind: 'busy' }
  /** The statement exceeded its time limit. */
  | { readonly kind: 'slow' }
  /** No connection was free in time. */
  | { readonly kind: 'crowded' }
  /** The client has disconnected. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreachable' };

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Error code: the database does not exist.
  '3D000',
]);

/** True when the server is a standby or read-only. After a failover, connections to the old primary may stay open. */
export const isReadOnly = (error: unknown): boolean => (error as PostgresError).code === '25006';

/** Classifies a driver error. Undefined for a defect of ours, which is logged and answered as one. */
export function classify(error: unknown): DatabaseFault | undefined {
  const { code = '', constraint = '', message = '', detail = '' } = error as PostgresError;
  if (code === '23505') return { kind: 'unique', constraint };
  if (code === '23503') return { kind: 'reference', constraint, missing: !detail.includes('still referenced') };
  if (code === 'RU001') return { kind: 'rule', violations: detail.split('\n') };
  // Values that pass our validation but fail in PostgreSQL: out of range, invalid text, unsupported Unicode escapes.
  if (['22001', '22003', '22007', '22008', '22021', '22P02', '22P05', '54000'].includes(code)) return { kind: 'value' };
  if (code === '57014') return { kind: 'slow' };
  if (code === 'ATRIUM_NO_CONNECTION') return { kind: 'crowded' };
  if (code === 'ATRIUM_CLIENT_GONE') return { kind: 'gone' };
  if (['55P03', '40001', '40P01', '53300', '25P03', '25P04'].includes(code)) return { kind: 'busy' };
  if (isReadOnly(error)) return { kind: 'unreachable' };
  // 08P01 is a malformed statement of ours, not a lost connection.
  if ((code.startsWith('08') && code !== '08P01') || code.startsWith('57P') || socketCodes.has(code))
    return { kind: 'unreachable' };
  if (
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered|Query read timeout/.test(
      message,
    )
  ) {
    return { kind: 'unreachable' };
  }
  return undefined;
}
