import type { ReactNode } from 'react'

/**
 * Short facts with dots between them. On several lines, no line starts or ends with a dot: the start of each line is
 * clipped.
 */
export function DotSeparated({ facts }: { facts: readonly ReactNode[] }) {
  return (
    <span className="block overflow-hidden">
      <span className="-ml-4 flex flex-wrap">
        {facts.map((fact, index) => (
          <span key={index} className="flex min-w-0">
            <span className="h-5 w-4 shrink-0 text-center">{index > 0 && ' · '}</span>
            <span className="min-w-0">{fact}</span>
          </span>
        ))}
      </span>
    </span>
  )
}
