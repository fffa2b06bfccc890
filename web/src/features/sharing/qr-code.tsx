import { encode } from 'uqr'

/** A QR code, dark on white in every theme; `label` is read aloud by screen readers. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#12211c" />
    </svg>
  )
}
