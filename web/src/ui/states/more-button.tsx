import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

type MoreButtonProps = {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
  look?: 'quiet' | 'link'
  className?: string
  children: ReactNode
}

/** Reads the next page of a list, while there is one. */
export function MoreButton({ query, look = 'quiet', className, children }: MoreButtonProps) {
  if (!query.hasNextPage) return null
  return (
    <Button
      look={look}
      className={className}
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  )
}
