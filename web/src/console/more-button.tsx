import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type Paged = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Reads the next page of a list, while there is one. */
export function MoreButton({ query, children }: { query: Paged; children: ReactNode }) {
  if (!query.hasNextPage) return null
  return (
    <Button
      look="quiet"
      className="self-center"
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  )
}
