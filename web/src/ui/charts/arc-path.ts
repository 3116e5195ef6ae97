/**
 * A segment of a ring between two shares of the whole, clockwise from the top. With an inner radius of 0 it is a slice
 * of a pie.
 */
export function arcPath(from: number, to: number, outer: number, inner: number): string {
  // SVG does not draw an arc that ends where it begins, so a full ring stops just before.
  const end = Math.min(to, from + 0.9999);
  const large = end - from > 0.5 ? 1 : 0;
  const point = (share: number, r: number) => {
    const angle = share * 2 * Math.PI;
    return `${(r * Math.sin(angle)).toFixed(2)},${(-r * Math.cos(angle)).toFixed(2)}`;
  };
  const back = inner > 0 ? `L${point(end, inner)}A${inner},${inner} 0 ${large},0 ${point(from, inner)}` : 'L0,0';
  return `M${point(from, outer)}A${outer},${outer} 0 ${large},1 ${point(end, outer)}${back}Z`;
}
