/** Reads `EMAIL_FROM`: `Name <address>`, or an address. */
export function defaultSender(from: string): { name: string | null; address: string } {
  const named = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from);
  if (!named) return { name: null, address: from.trim() };
  return { name: named[1] || null, address: named[2] as string };
}
