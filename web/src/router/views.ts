import { ConnectionLost } from '#web/api/client.ts'
import { retryImport } from '#web/loading/retry-import.ts'
import { withStatus } from '#web/loading/promise-status.ts'
import type { Guard } from '#web/session/guard.ts'
import { PUBLIC_VIEWS } from './public-views.ts'
import { registeredViews } from './view.ts'
import type { View } from './view.ts'

export type ViewEntry = {
  name: string
  /** The paths of the view; ':name' stands for a part that varies. */
  paths: readonly string[]
  guard: Guard
  /**
   * The server renders the view with its data, the same for everybody. A view behind a login arrives with the data of
   * its user if it has `load`. Other views arrive as the shell with a skeleton.
   */
  ssr: boolean
  /** Imports the view's file, which registers the view by `defineView`. */
  load: () => Promise<unknown>
}

/** All views. */
export const VIEWS: readonly ViewEntry[] = [
  view('home', ['/'], 'visitor', () => import('#web/views/home.tsx')),
  view('search-results', ['/search'], 'anyone', () => import('#web/views/search-results.tsx')),
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
  ),
  view('cities', ['/house-cleaning'], 'anyone', () => import('#web/views/cities.tsx')),
  view('state', ['/house-cleaning/:state'], 'anyone', () => import('#web/views/state.tsx')),
  view('city', ['/house-cleaning/:state/:city'], 'anyone', () => import('#web/views/city.tsx')),
  view(
    'documents',
    ['/terms', '/privacy', '/help', '/help/:topic'],
    'anyone',
    () => import('#web/views/documents.tsx'),
  ),
  view('contact', ['/contact'], 'anyone', () => import('#web/views/contact.tsx')),
  view(
    'support-thread',
    ['/support', '/support/:token'],
    'anyone',
    () => import('#web/views/support-thread.tsx'),
  ),
  view(
    'reference',
    ['/reference', '/reference/:token'],
    'anyone',
    () => import('#web/views/reference.tsx'),
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
    ['/reset-password', '/reset-password/:token'],
    'anyone',
    () => import('#web/views/reset-password.tsx'),
  ),
  view('not-me', ['/not-me', '/not-me/:token'], 'anyone', () => import('#web/views/not-me.tsx')),
  view(
    'verify-email',
    ['/verify-email', '/verify-email/:token'],
    'anyone',
    () => import('#web/views/verify-email.tsx'),
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
  view('time', ['/dashboard/time'], 'professional', () => import('#web/views/time.tsx')),
  view('offer', ['/dashboard/offer'], 'professional', () => import('#web/views/offer.tsx')),
  view('week', ['/dashboard/week'], 'professional', () => import('#web/views/week.tsx')),
  // After the other parts of the dashboard, because a path belongs to the first view that has it.
  view('billing', ['/dashboard/:list'], 'professional', () => import('#web/views/billing.tsx')),
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
  view(
    'bookings',
    ['/bookings', '/bookings/:id'],
    'client',
    () => import('#web/views/bookings.tsx'),
  ),
  view('homes', ['/homes', '/homes/:id'], 'client', () => import('#web/views/homes.tsx')),
  view(
    'visits',
    ['/visits/:id', '/bookings/:id/:paper'],
    'user',
    () => import('#web/views/visits.tsx'),
  ),
  view(
    'settings',
    ['/settings', '/settings/:page'],
    'user',
    () => import('#web/views/settings.tsx'),
  ),
  view('decisions', ['/decisions'], 'user', () => import('#web/views/decisions.tsx')),
  view(
    'answer-request',
    ['/answer', '/answer/:token'],
    'anyone',
    () => import('#web/views/answer-request.tsx'),
  ),
  view(
    'answer-visit',
    ['/visit', '/visit/:token', '/safety/:id'],
    'anyone',
    () => import('#web/views/answer-visit.tsx'),
  ),
  view(
    'unsubscribe',
    ['/unsubscribe', '/unsubscribe/:token'],
    'anyone',
    () => import('#web/views/unsubscribe.tsx'),
  ),
  view(
    'series',
    ['/regular-visits', '/regular-visits/:id'],
    'user',
    () => import('#web/views/series.tsx'),
  ),
]

export const NOT_FOUND: ViewEntry = view(
  'not-found',
  [],
  'anyone',
  () => import('#web/views/not-found.tsx'),
)

function view(
  name: string,
  paths: readonly string[],
  guard: Guard,
  load: ViewEntry['load'],
): ViewEntry {
  const ssr = name === 'home' || name === 'not-found' || PUBLIC_VIEWS.includes(name)
  return { name, paths, guard, ssr, load }
}

/** `params` has the varying parts, and as `pattern` the one of the view's paths that matched. */
export type ViewMatch = { entry: ViewEntry; params: Record<string, string> }

/** The view at a path, with the varying parts of the path decoded; NOT_FOUND if there is none. */
export function matchView(path: string): ViewMatch {
  for (const entry of VIEWS) {
    for (const pattern of entry.paths) {
      const params = match(pattern, path)
      if (params) return { entry, params }
    }
  }
  return { entry: NOT_FOUND, params: {} }
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const patternParts = pattern.split('/')
  const pathParts = (path.length > 1 ? path.replace(/\/$/, '') : path).split('/')
  if (patternParts.length !== pathParts.length) return undefined
  const params: Record<string, string> = { pattern }
  for (const [index, part] of patternParts.entries()) {
    const value = pathParts[index] ?? ''
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

/** Decodes a part of a path. Undefined also for '.' and '..', which would turn the path of a call into another one. */
function decode(value: string): string | undefined {
  try {
    const decoded = decodeURIComponent(value)
    return /^\.\.?$/.test(decoded) ? undefined : decoded
  } catch {
    return undefined
  }
}

const loading = new Map<ViewEntry, Promise<View>>()

/** Loads the code of a view, once. A load that failed with `ConnectionLost` is repeated by the next call. */
export function loadView(entry: ViewEntry): Promise<View> {
  const started = loading.get(entry)
  if (started) return started
  const load = withStatus(
    entry.load().then(
      // Each view file registers its view under this name; the tests load all of them.
      () => registeredViews.get(entry.name) as View,
      (error: unknown) => {
        loading.delete(entry)
        entry.load = retryImport(entry.load, error)
        throw new ConnectionLost('A view could not be loaded', { cause: error })
      },
    ),
  )
  loading.set(entry, load)
  return load
}

/** The view, if its code is loaded. */
export function loadedView(entry: ViewEntry): View | undefined {
  return registeredViews.get(entry.name)
}
