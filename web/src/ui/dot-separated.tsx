import type { ReactNode } from 'react'

/** Short facts in a line, with a dot between them. Where they take several lines, none begins or ends with a dot: what would begin one is cut off at its edge. */
export function DotSeparated({ facts }: { facts: readonly ReactNode[] }) {
  return (
    <span className="block overflow-hidden">
      <span className="-ml-5 flex flex-wrap">
        {facts.map((fact, index) => (
          <span key={index} className="flex min-w-0">
            <span className="size-5 shrink-0 text-center">{index > 0 && ' · '}</span>
            <span className="min-w-0">{fact}</span>
          </span>
        ))}
      </span>
    </span>
  )
}
