import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/people/identity.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { clearUserStorage } from './user-storage.ts'

/** The local storage key of the signed-in user. */
export const STORED_USER_KEY = 'lustra.user'
/** The local storage key of the reads that open offline. */
export const STORED_READS_KEY = 'lustra.reads2'

/** The query key of the signed-in user. */
export const ME_KEY = ['me'] as const

/** The signed-in user as the server knows them; null for visitors. rule: user-storage */
export function meQuery(api: Api) {
  return queryOptions({
    queryKey: ME_KEY,
    queryFn: async ({ signal }): Promise<User | null> => {
      const user = await api.call('GET /api/auth/me', { signal }).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'not_signed_in') return null
        throw error
      })
      storeUser(user)
      return user
    },
    staleTime: Infinity,
    initialData: null,
  })
}

/** The signed-in user; null for visitors. */
export function useUser(): User | null {
  return useQuery(meQuery(useApi())).data
}

/** Stores the user after login or registration, in the cache and in the browser. */
export function setSignedInUser(queryClient: QueryClient, user: User): void {
  const { id, first_name, last_name, email, phone, role, email_verified, suspended } = user
  const verified = email_verified === undefined ? {} : { email_verified }
  const fields = { id, first_name, last_name, email, phone, role, ...verified }
  const stored: User = suspended ? { ...fields, suspended } : fields
  queryClient.setQueryData(ME_KEY, stored)
  storeUser(stored)
}

/** Ends the session in this page: deletes the user and all cached reads but 'me'. */
export function clearSignedInUser(queryClient: QueryClient): void {
  storeUser(null)
  const privateQueries = new Set(queryClient.getQueryCache().findAll().filter(isPrivate))
  void queryClient.cancelQueries({ predicate: isPrivate })
  queryClient.setQueryData(ME_KEY, null)
  // After the next render: a query that a screen still shows would be requested again.
  setTimeout(() => {
    queryClient.removeQueries({ type: 'inactive', predicate: (query) => privateQueries.has(query) })
  })
}

const isPrivate = ({ queryKey }: Query) => queryKey[0] !== ME_KEY[0]

/** The user in local storage: for the first paint only, `meQuery` decides. */
export function storedUser(): User | null {
  try {
    return JSON.parse(localStorage.getItem(STORED_USER_KEY) ?? 'null') as User | null
  } catch {
    return null
  }
}

function storeUser(reader: User | null): void {
  // An operator who sees what a person sees leaves nothing of that person in the browser.
  const user = reader?.viewed_until === undefined ? reader : null
  // On a shared device, drafts of another user are deleted.
  if (user) clearUserStorage(user.id)
  try {
    if (storedUser()?.id !== user?.id) localStorage.removeItem(STORED_READS_KEY)
    if (user) localStorage.setItem(STORED_USER_KEY, JSON.stringify(user))
    else localStorage.removeItem(STORED_USER_KEY)
  } catch {
    // Without storage the server is asked on each load.
  }
}
