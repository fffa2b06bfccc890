import { ConnectionLost } from '#web/api/client.ts'
import { retryImport } from '#web/loading/retry-import.ts'
import { withStatus } from '#web/loading/promise-status.ts'
import type { Guard } from '#web/session/guard.ts'
import type { View } from './view.ts'
import type { TranslationScope } from '#web/i18n/translations.ts'

export type ViewEntry = {
  name: string
  paths: readonly string[]
  guard: Guard
  /** Rendered whole on the server, with its data, for everybody and for search engines; the others come as their shell, and are kept out of them. */
  ssr: boolean
  /** How many words it speaks. */
  scope: TranslationScope
  load: () => Promise<{ default: View }>
}

const PUBLIC = { ssr: true, scope: 'public' } as const

/** Every screen by the specification's name, with its addresses (decision 2). */
export const VIEWS: readonly ViewEntry[] = [
  view('home', ['/'], 'visitor', () => import('#web/views/home.tsx'), {
    ssr: true,
    scope: 'home',
  }),
  view(
    'search-results',
    ['/search'],
    'anyone',
    () => import('#web/views/search-results.tsx'),
    PUBLIC,
  ),
  view(
    'professional-profile',
    ['/professionals/:userId'],
    'anyone',
    () => import('#web/views/professional-profile.tsx'),
  ),
  view(
    'public-profile',
    ['/professional/:slug', '/profile/:slug'],
    'anyone',
    () => import('#web/views/public-profile.tsx'),
    PUBLIC,
  ),
  view('cities', ['/house-cleaning'], 'anyone', () => import('#web/views/cities.tsx'), PUBLIC),
  view('state', ['/house-cleaning/:state'], 'anyone', () => import('#web/views/state.tsx'), PUBLIC),
  view(
    'city',
    ['/house-cleaning/:state/:city'],
    'anyone',
    () => import('#web/views/city.tsx'),
    PUBLIC,
  ),
  view('login', ['/login'], 'visitor', () => import('#web/views/login.tsx')),
  view('register', ['/register'], 'visitor', () => import('#web/views/register.tsx')),
  view(
    'forgot-password',
    ['/forgot-password'],
    'anyone',
    () => import('#web/views/forgot-password.tsx'),
  ),
  view(
    'reset-password',
    ['/reset-password/:token'],
    'anyone',
    () => import('#web/views/reset-password.tsx'),
  ),
  view('marketplace', ['/marketplace'], 'client', () => import('#web/views/marketplace.tsx')),
  view(
    'professional-dashboard',
    ['/dashboard'],
    'professional',
    () => import('#web/views/professional-dashboard.tsx'),
  ),
  view(
    'profile-form',
    ['/dashboard/profile'],
    'professional',
    () => import('#web/views/profile-form.tsx'),
  ),
  view('leads', ['/dashboard/leads'], 'professional', () => import('#web/views/leads.tsx')),
  view('billing', ['/dashboard/billing'], 'professional', () => import('#web/views/billing.tsx')),
  view('invoice', ['/invoices/:id'], 'professional', () => import('#web/views/invoice.tsx')),
  view(
    'payment-success',
    ['/payment-success'],
    'professional',
    () => import('#web/views/payment-success.tsx'),
  ),
  view(
    'simulated-checkout',
    ['/simulated-checkout/:session'],
    'professional',
    () => import('#web/views/simulated-checkout.tsx'),
  ),
  view(
    'messages',
    ['/messages', '/messages/:otherUserId'],
    'user',
    () => import('#web/views/messages.tsx'),
  ),
  view('bookings', ['/bookings'], 'client', () => import('#web/views/bookings.tsx')),
  view('settings', ['/settings'], 'user', () => import('#web/views/settings.tsx')),
  view(
    'notice-settings',
    ['/settings/notices'],
    'user',
    () => import('#web/views/notice-settings.tsx'),
  ),
  view(
    'answer-request',
    ['/answer/:token'],
    'anyone',
    () => import('#web/views/answer-request.tsx'),
  ),
  view(
    'unsubscribe',
    ['/unsubscribe/:token'],
    'anyone',
    () => import('#web/views/unsubscribe.tsx'),
  ),
  view('booking', ['/bookings/:id'], 'client', () => import('#web/views/booking.tsx')),
]

export const NOT_FOUND: ViewEntry = view(
  'not-found',
  [],
  'anyone',
  () => import('#web/views/not-found.tsx'),
  { ssr: true, scope: 'home' },
)

function view(
  name: string,
  paths: readonly string[],
  guard: Guard,
  load: ViewEntry['load'],
  { ssr = false, scope = 'all' }: Partial<Pick<ViewEntry, 'ssr' | 'scope'>> = {},
): ViewEntry {
  return { name, paths, guard, ssr, load, scope }
}

export type Place = { entry: ViewEntry; params: Record<string, string> }

/** The screen at a path, with the parts of its address decoded. */
export function matchView(path: string): Place {
  for (const entry of VIEWS) {
    for (const pattern of entry.paths) {
      const params = match(pattern, path)
      if (params) return { entry, params }
    }
  }
  return { entry: NOT_FOUND, params: {} }
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = (path.length > 1 ? path.replace(/\/$/, '') : path).split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== value) return undefined
    } else {
      const decoded = decode(value)
      if (!decoded) return undefined
      params[part.slice(1)] = decoded
    }
  }
  return params
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

const loaded = new Map<ViewEntry, View>()
const loading = new Map<ViewEntry, Promise<View>>()

/** The screen's code; a load that failed is tried anew the next time. */
export function loadView(entry: ViewEntry): Promise<View> {
  const before = loading.get(entry)
  if (before) return before
  const now = withStatus(
    entry.load().then(
      ({ default: view }) => {
        loaded.set(entry, view)
        return view
      },
      (error: unknown) => {
        loading.delete(entry)
        entry.load = retryImport(entry.load, error)
        throw new ConnectionLost('A screen did not come', { cause: error })
      },
    ),
  )
  loading.set(entry, now)
  return now
}

/** The screen's code if it is here already. */
export function loadedView(entry: ViewEntry): View | undefined {
  return loaded.get(entry)
}
