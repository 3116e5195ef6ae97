/** `acme` of acme.example.com, when the platform's own address is example.com. */
export function subdomainOf(host: string, publicHost: string): string | undefined {
  const named = host.toLowerCase();
  return named.endsWith(`.${publicHost}`) ? named.slice(0, -publicHost.length - 1) : undefined;
}
