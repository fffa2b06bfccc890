import { userStorage } from '#web/session/user-storage.ts'
import type { Filters } from './filters.ts'

type Draft = { beginning: string; filters: Filters }

/** What a person typed into a search form without searching yet, in this tab: a reload, or a login on the way, loses nothing. */
export function searchDraftOf(userId = 'visitor') {
  const { read, write, clear } = userStorage<Draft>(userId, 'search')
  return {
    /** Only for the form that began with the same filters, named by their address. */
    of(beginning: string): Filters | undefined {
      const draft = read()
      return draft.beginning === beginning ? draft.filters : undefined
    },
    keep: (draft: Draft) => write(draft),
    clear,
  }
}
