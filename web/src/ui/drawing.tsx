/** One of our drawings (#drawings) in the page; decoration, hidden from screen readers. Never give it anybody's text. */
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
