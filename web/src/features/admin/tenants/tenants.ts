import { request } from '~/api/http.ts';
import type { Page } from '~/api/records.ts';

const path = '/api/sales/account-management';

export interface Tenant {
  readonly accountKey: string;
  readonly plan: string;
  readonly status: string;
  readonly suspendedAt: string | null;
  readonly reason: string | null;
  readonly createdAt: string;
  /** True when this is the operator's own account. */
  readonly operator: boolean;
}

type Suspension = Omit<Tenant, 'createdAt' | 'operator'>;

export interface NewTenant {
  readonly accountKey: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly plan: string;
}

interface TenantSearch {
  readonly q: string | undefined;
  readonly status: string | undefined;
  readonly cursor: string | undefined;
}

/** The operations of the operator on tenants. */
export const tenants = {
  list: ({ q, status, cursor }: TenantSearch, signal: AbortSignal): Promise<Page<Tenant>> =>
    request('GET', `${path}/accounts`, { query: { q, 'filter[status]': status, cursor, limit: 50 }, signal }),
  provision: (tenant: NewTenant): Promise<{ accountKey: string; admin: { email: string } }> =>
    request('POST', `${path}/provision`, { body: tenant }),
  suspend: (accountKey: string, reason: string | undefined): Promise<Suspension> =>
    request('POST', `${path}/suspend`, { body: { accountKey, ...(reason && { reason }) } }),
  reactivate: (accountKey: string): Promise<Suspension> =>
    request('POST', `${path}/reactivate`, { body: { accountKey } }),
};

/** The key of all lists of tenants. */
export const tenantsKey = ['admin', 'tenants'] as const;
