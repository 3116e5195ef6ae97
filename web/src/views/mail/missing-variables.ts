import { ApiError } from '../../api/http.ts';

type Values = Readonly<Record<string, unknown>>;

export interface MissingVariables {
  /** Variables for which the sender can enter values, such as `headline` or `event.title`. */
  readonly names: readonly string[];
  /** The server's messages for other problems: unknown fields, and company values that are not set. */
  readonly others: readonly string[];
}

const prefix = 'variables.';

/** The variables because of which a mailing was refused; undefined for other errors. */
export function missingVariables(error: unknown): MissingVariables | undefined {
  if (!(error instanceof ApiError) || error.code !== 'template_incomplete') return undefined;
  const isOwn = ({ field }: { readonly field?: string }) => field?.startsWith(prefix) ?? false;
  return {
    names: error.details.filter(isOwn).map(({ field }) => (field ?? '').slice(prefix.length)),
    others: error.details.filter((one) => !isOwn(one)).map(({ message }) => message),
  };
}

/** Adds a value at a path such as `event.title`. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...values, [first]: value };
  const inner = values[first];
  const object = inner !== null && typeof inner === 'object' && !Array.isArray(inner) ? (inner as Values) : {};
  return { ...values, [first]: withValue(object, rest.join('.'), value) };
}

export function valueAt(values: Values | null | undefined, path: string): unknown {
  let value: unknown = values ?? undefined;
  for (const key of path.split('.'))
    value = value !== null && typeof value === 'object' ? (value as Values)[key] : undefined;
  return value;
}
