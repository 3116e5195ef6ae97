/** The plans that an account can have. Accounts of earlier versions may have another one, which they keep. */
export const planKeys = ['free', 'standard', 'enterprise'] as const;
