import { type FieldDeclaration, grouped } from '#core/fields/field.ts';
import { url } from '#core/fields/index.ts';

export const socialLinks = (): Record<string, FieldDeclaration> =>
  grouped('Social links', {
    linkedinUrl: url({ label: 'LinkedIn' }),
    facebookUrl: url({ label: 'Facebook' }),
    xUrl: url({ label: 'X' }),
  });
