import { createContext, useContext } from 'react'
import type { Api } from './client.ts'

const ApiContext = createContext<Api | undefined>(undefined)
export const ApiProvider = ApiContext.Provider

/** The typed calls of the API. Queries take it: `useQuery(profileQuery(useApi(), slug))`. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('ApiProvider is missing')
  return api
}
