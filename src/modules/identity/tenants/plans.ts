/** The plans that an account can have. Accounts keep a plan that an earlier version defined. */
export const planKeys = ['free', 'standard', 'enterprise'] as const;
