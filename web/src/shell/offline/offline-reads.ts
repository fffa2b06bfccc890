import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import { ConnectionLost, Refusal } from '#web/api/client.ts'
import { storedUser, clearSignedInUser } from '#web/session/session.ts'
import { isOffline, checkForUpdate } from './service-worker-updates.ts'
import { isCurrentUser, storeReads, storedReads, readName } from './read-storage.ts'
import type { StoredRead } from './read-storage.ts'
import { PICTURES } from './cache-names.ts'

const WRITE_AFTER_MS = 1_000
/** The user when the previous page was left; null for visitors. */
const previousUserId = storedUser()?.id ?? null

/** Stores reads for use offline, and restores them when the server cannot be reached. Returns how to stop. rule: offline-reads */
export function persistReads(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache()
  const read = new Map<string, StoredRead>()
  const removed = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let userId = idOf(queryClient)

  const schedule = () => {
    timer ??= setTimeout(write, WRITE_AFTER_MS)
  }
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    // Reads wait until the server has confirmed the user.
    if (read.size + removed.size === 0 || !isCurrentUser(userId)) return
    const removedKeys = [...removed.values()].map(({ queryKey }) => queryKey)
    storeReads(userId, [...read.values()], removedKeys)
    clear()
  }
  const clear = () => {
    read.clear()
    removed.clear()
  }
  const add = ({ meta, queryKey, state }: Query) => {
    if (!meta?.storedOffline || state.data === undefined) return
    const name = readName(queryKey)
    removed.delete(name)
    read.set(name, { key: queryKey, data: state.data, at: state.dataUpdatedAt })
    schedule()
  }
  const remove = (query: Query) => {
    if (!query.meta?.storedOffline) return
    const name = readName(query.queryKey)
    read.delete(name)
    removed.set(name, query)
    schedule()
  }
  const followUser = () => {
    const now = idOf(queryClient)
    if (now === userId) return
    userId = now
    clear()
    void deletePictures()
    // The reads are also in the memory of the page.
    if (now === null) clearSignedInUser(queryClient)
  }

  if (userId !== previousUserId) void deletePictures()
  cache.findAll().forEach(add)
  const stop = cache.subscribe((event) => {
    const { query } = event
    if (query.queryKey[0] === 'me') {
      followUser()
      if (event.type === 'updated' && event.action.type === 'success') schedule()
      return undefined
    }
    if (event.type === 'added' && isOffline()) return restore(query)
    if (event.type !== 'updated') return
    if (event.action.type === 'success') return add(query)
    if (event.action.type !== 'error') return
    if (event.action.error instanceof Refusal) return remove(query)
    if (!(event.action.error instanceof ConnectionLost)) return
    void restoreIfOffline(query)
  })
  window.addEventListener('pagehide', write)
  return () => {
    write()
    stop()
    window.removeEventListener('pagehide', write)
  }
}

/** Restores a read that failed, if the server cannot be reached; not if this call alone failed. */
async function restoreIfOffline(query: Query): Promise<void> {
  await checkForUpdate()
  if (isOffline()) restore(query)
}

/** Puts the stored data into a query without data. */
function restore(query: Query): void {
  if (query.state.data !== undefined || !query.meta?.storedOffline) return
  const name = readName(query.queryKey)
  const stored = storedReads().find(({ key }) => readName(key) === name)
  if (!stored) return
  query.setState({
    ...query.state,
    data: stored.data,
    dataUpdatedAt: stored.at,
    status: 'success',
    error: null,
  })
}

/** The photos show which profiles the user opened, so the next user must not find them. */
async function deletePictures(): Promise<void> {
  if ('caches' in window) await caches.delete(PICTURES)
}

const idOf = (queryClient: QueryClient) => queryClient.getQueryData<User | null>(['me'])?.id ?? null
