import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/people/identity.ts'
import { NoAnswer, Refusal } from '#web/api/client.ts'
import { clearSignedInUser, ME_KEY, storedUser } from '#web/session/session.ts'
import { isOffline, checkForUpdate } from './service-worker-updates.ts'
import {
  dataToStore,
  deleteOldReads,
  isCurrentUser,
  storeReads,
  storedReads,
  storedUntil,
  queryKeyText,
} from './read-storage.ts'
import type { StoredRead } from './read-storage.ts'
import { PICTURES_CACHE } from './cache-names.ts'

const STORE_DELAY_MS = 1_000
/** The user when the previous page was left; null for visitors. */
const previousUserId = storedUser()?.id ?? null

/**
 * Stores reads for use offline, and restores them when the server cannot be reached. Returns how to stop.
 * rule: offline
 */
export function persistReads(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache()
  const toStore = new Map<string, StoredRead>()
  const toDelete = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let userId = cachedUserId(queryClient)

  const schedule = () => {
    timer ??= setTimeout(storeNow, STORE_DELAY_MS)
  }
  const storeNow = () => {
    clearTimeout(timer)
    timer = undefined
    // Reads wait until the server has confirmed the user.
    if (toStore.size + toDelete.size === 0 || !isCurrentUser(userId)) return
    const refusedKeys = [...toDelete.values()].map(({ queryKey }) => queryKey)
    storeReads(userId, [...toStore.values()], refusedKeys)
    discardChanges()
  }
  const discardChanges = () => {
    toStore.clear()
    toDelete.clear()
  }
  const addToStore = ({ meta, queryKey, state }: Query) => {
    if (!meta?.storedOffline || state.data === undefined) return
    const keyText = queryKeyText(queryKey)
    toDelete.delete(keyText)
    toStore.set(keyText, {
      key: queryKey,
      data: dataToStore(meta, state.data),
      at: state.dataUpdatedAt,
      ...storedUntil(meta, state.data),
    })
    schedule()
  }
  const addToDelete = (query: Query) => {
    if (!query.meta?.storedOffline) return
    const keyText = queryKeyText(query.queryKey)
    toStore.delete(keyText)
    toDelete.set(keyText, query)
    schedule()
  }
  const followUser = () => {
    const currentUserId = cachedUserId(queryClient)
    if (currentUserId === userId) return
    userId = currentUserId
    discardChanges()
    void deletePictures()
    // The reads are also in the memory of the page.
    if (currentUserId === null) clearSignedInUser(queryClient)
  }

  deleteOldReads()
  if (userId !== previousUserId) void deletePictures()
  cache.findAll().forEach(addToStore)
  const unsubscribe = cache.subscribe((event) => {
    const { query } = event
    if (query.queryKey[0] === ME_KEY[0]) {
      followUser()
      if (event.type === 'updated' && event.action.type === 'success') schedule()
      return undefined
    }
    if (event.type === 'added' && isOffline()) return restore(query)
    if (event.type !== 'updated') return
    if (event.action.type === 'success') return addToStore(query)
    if (event.action.type !== 'error') return
    if (event.action.error instanceof Refusal) return addToDelete(query)
    if (!(event.action.error instanceof NoAnswer)) return
    void restoreIfOffline(query)
  })
  window.addEventListener('pagehide', storeNow)
  return () => {
    storeNow()
    unsubscribe()
    window.removeEventListener('pagehide', storeNow)
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
  const keyText = queryKeyText(query.queryKey)
  const stored = storedReads().find(({ key }) => queryKeyText(key) === keyText)
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
  if ('caches' in window) await caches.delete(PICTURES_CACHE)
}

const cachedUserId = (queryClient: QueryClient) =>
  queryClient.getQueryData<User | null>(ME_KEY)?.id ?? null
