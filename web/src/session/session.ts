import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { User } from '#contract/identity.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { clearUserStorage } from './user-storage.ts'

/** Where the browser keeps who is here. */
export const STORED_USER_KEY = 'lustra.user'
/** Where the browser keeps what this person has read, for the time without internet. */
export const STORED_READS_KEY = 'lustra.reads'

/** Who is signed in here; null for visitors. */
export function meQuery(api: Api) {
  return queryOptions({
    queryKey: ['me'],
    queryFn: async ({ signal }): Promise<User | null> => {
      const user = await api.call('GET /api/auth/me', { signal }).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'not_signed_in') return null
        throw error
      })
      rememberUser(user)
      return user
    },
    staleTime: Infinity,
    initialData: null,
  })
}

/** The person in front of the screen; null for visitors. */
export function useUser(): User | null {
  return useQuery(meQuery(useApi())).data
}

/** After login or registration: the whole user is kept, here and in the browser (client spec 2.1, 4). */
export function setSignedInUser(queryClient: QueryClient, user: User): void {
  const { id, first_name, last_name, email, phone, role } = user
  const whole = { id, first_name, last_name, email, phone, role }
  queryClient.setQueryData(['me'], whole)
  rememberUser(whole)
}

/** Forgets everything that only this person may see. */
export function clearSignedInUser(queryClient: QueryClient): void {
  rememberUser(null)
  const hers = new Set(queryClient.getQueryCache().findAll().filter(isHers))
  void queryClient.cancelQueries({ predicate: isHers })
  queryClient.setQueryData(['me'], null)
  // Once nothing on the screen shows them: what is removed earlier would be asked for again.
  setTimeout(() => {
    queryClient.removeQueries({ type: 'inactive', predicate: (query) => hers.has(query) })
  })
}

const isHers = ({ queryKey }: Query) => queryKey[0] !== 'me'

/** The browser's copy: for the first paint only, `meQuery` says what is true (decision 6). */
export function storedUser(): User | null {
  try {
    return JSON.parse(localStorage.getItem(STORED_USER_KEY) ?? 'null') as User | null
  } catch {
    return null
  }
}

function rememberUser(user: User | null): void {
  // On a shared device one person's drafts are not left for the next.
  if (user) clearUserStorage(user.id)
  try {
    if (storedUser()?.id !== user?.id) localStorage.removeItem(STORED_READS_KEY)
    if (user) localStorage.setItem(STORED_USER_KEY, JSON.stringify(user))
    else localStorage.removeItem(STORED_USER_KEY)
  } catch {
    // A browser that keeps nothing asks the server each time.
  }
}
