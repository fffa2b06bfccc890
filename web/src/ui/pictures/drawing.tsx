/**
 * A drawing of #drawings as decoration, hidden from screen readers. `svg` must never contain text that a user typed.
 */
export function Drawing({ svg, className = '' }: { svg: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block [&>svg]:h-auto [&>svg]:w-full ${className}`}
      // oxlint-disable-next-line react/no-danger -- our own SVG, made by our own code
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
