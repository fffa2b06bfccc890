import { createContext } from 'react'

/**
 * Whether the whole page is hydrated. A change of data before that would differ from the server's markup. The change of
 * this context reaches every Suspense boundary that is not hydrated yet.
 */
export const Hydration = createContext(false)
