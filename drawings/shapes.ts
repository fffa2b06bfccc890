// Presentation attributes only: the web shows these drawings under a policy that forbids inline styles.

/** A whole drawing of the given size in pixels; hidden from screen readers unless the page names it. */
export function svg(width: number, height: number, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true">${parts.join('')}</svg>`
}

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
  opacity = 1,
): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${radius ? ` rx="${n(radius)}"` : ''} fill="${fill}"${faded(opacity)}/>`
}

export function ellipse(
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  fill: string,
  opacity = 1,
): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(radiusX)}" ry="${n(radiusY)}" fill="${fill}"${faded(opacity)}/>`
}

export function circle(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"${faded(opacity)}/>`
}

export function shape(outline: string, fill: string, opacity = 1): string {
  return `<path d="${tidy(outline)}" fill="${fill}"${faded(opacity)}/>`
}

export function line(outline: string, colour: string, width: number, opacity = 1): string {
  return `<path d="${tidy(outline)}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"${faded(opacity)}/>`
}

export function group(transform: string, ...parts: string[]): string {
  return `<g transform="${transform}">${parts.join('')}</g>`
}

/** Shows the parts only inside the outline; `id` must be unique on the page. */
export function inside(id: string, outline: string, ...parts: string[]): string {
  return `<clipPath id="${id}"><path d="${tidy(outline)}"/></clipPath><g clip-path="url(#${id})">${parts.join('')}</g>`
}

/** The outline of a cloud of curls: an ellipse whose edge is made of `bumps` round ones. */
export function scallop(
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  bumps: number,
): string {
  const point = (index: number) => {
    const angle = (index / bumps) * 2 * Math.PI - Math.PI / 2
    return [x + Math.cos(angle) * radiusX, y + Math.sin(angle) * radiusY] as const
  }
  const [startX, startY] = point(0)
  const radius = ((Math.PI * (radiusX + radiusY)) / 2 / bumps) * 1.08
  const arcs = Array.from({ length: bumps }, (_, index) => {
    const [toX, toY] = point(index + 1)
    return `A${n(radius)} ${n(radius)} 0 0 1 ${n(toX)} ${n(toY)}`
  })
  return `M${n(startX)} ${n(startY)}${arcs.join('')}Z`
}

/** A drawing of the left and of the right side, which its `side` mirrors. */
export function bothSides(draw: (side: -1 | 1) => string): string {
  return draw(-1) + draw(1)
}

const n = (value: number) => String(Math.round(value * 10) / 10)
const faded = (opacity: number) => (opacity === 1 ? '' : ` opacity="${opacity}"`)
const tidy = (outline: string) =>
  outline
    .replace(/-?\d+\.\d+/g, (value) => n(Number(value)))
    .replace(/\s+/g, ' ')
    .trim()
