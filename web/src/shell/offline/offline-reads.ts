import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import { storedUser, clearSignedInUser } from '#web/session/session.ts'
import { isOffline, checkForUpdate } from './service-worker-updates.ts'
import { isCurrentUser, storeReads, storedReads, readName } from './read-storage.ts'
import type { StoredRead } from './read-storage.ts'
import { PICTURES } from './cache-names.ts'

const WRITE_AFTER_MS = 1_000
/** Who was here when the page before this one was left; null for visitors. */
const before = storedUser()?.id ?? null

/** Keeps what is read for the time without internet, and gives it back then; what was read is still asked for anew. */
export function persistReads(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache()
  const read = new Map<string, StoredRead>()
  const gone = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let person = idOf(queryClient)

  const schedule = () => {
    timer ??= setTimeout(write, WRITE_AFTER_MS)
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    // Until the server has said who is here, what was read waits.
    if (read.size + gone.size === 0 || !isCurrentUser(person)) return
    const outs = [...gone.values()].map(({ queryKey }) => queryKey)
    storeReads(person, [...read.values()], outs)
    forget()
  }
  const forget = () => {
    read.clear()
    gone.clear()
  }
  const note = ({ meta, queryKey, state }: Query) => {
    if (!meta?.storedOffline || state.data === undefined) return
    const name = readName(queryKey)
    gone.delete(name)
    read.set(name, { key: queryKey, data: state.data, at: state.dataUpdatedAt })
    schedule()
  }
  const refused = (query: Query) => {
    if (!query.meta?.storedOffline) return
    const name = readName(query.queryKey)
    read.delete(name)
    gone.set(name, query)
    schedule()
  }
  const changed = () => {
    const now = idOf(queryClient)
    if (now === person) return
    person = now
    forget()
    void forgetPictures()
    // What was kept is in the page's memory too.
    if (now === null) clearSignedInUser(queryClient)
  }

  if (person !== before) void forgetPictures()
  cache.findAll().forEach(note)
  const stop = cache.subscribe((event) => {
    const { query } = event
    if (query.queryKey[0] === 'me') {
      changed()
      if (event.type === 'updated' && event.action.type === 'success') schedule()
      return undefined
    }
    if (event.type === 'added' && isOffline()) return giveBack(query)
    if (event.type !== 'updated') return
    if (event.action.type === 'success') return note(query)
    if (event.action.type !== 'error') return
    if (event.action.error instanceof Refusal) return refused(query)
    if (!(event.action.error instanceof ConnectionLost)) return
    void lost(query)
  })
  window.addEventListener('pagehide', write)
  return () => {
    write()
    stop()
    window.removeEventListener('pagehide', write)
  }
}

/** A call did not come back: what was read stands in if it is the server that nobody reaches, not if this call alone failed. */
async function lost(query: Query): Promise<void> {
  await checkForUpdate()
  if (isOffline()) giveBack(query)
}

/** What was read before, where nothing has been read since. */
function giveBack(query: Query): void {
  if (query.state.data !== undefined || !query.meta?.storedOffline) return
  const name = readName(query.queryKey)
  const kept = storedReads().find(({ key }) => readName(key) === name)
  if (!kept) return
  query.setState({
    ...query.state,
    data: kept.data,
    dataUpdatedAt: kept.at,
    status: 'success',
    error: null,
  })
}

/** Which profiles somebody looked at is not left for the next. */
async function forgetPictures(): Promise<void> {
  if ('caches' in window) await caches.delete(PICTURES)
}

const idOf = (queryClient: QueryClient) => queryClient.getQueryData<User | null>(['me'])?.id ?? null
