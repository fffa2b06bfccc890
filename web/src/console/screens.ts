import type { ComponentType } from 'react'
import type { TFunction } from '#web/i18n/translate.ts'

/** A screen's component. `params` are the named parts of its path. */
export type ConsoleScreenProps = { params: Record<string, string> }

type Key = Parameters<TFunction<'console'>>[0]

export type ConsoleScreen = {
  /** The address of the screen below /operator, in the syntax of wouter: '/people/:id'. */
  path: string
  /** The title of the tab. */
  title: Key
  /** The screen's link in the navigation. Without one, other screens lead to it. */
  nav?: { href: string; label: Key }
  load: () => Promise<{ default: ComponentType<ConsoleScreenProps> }>
}

/**
 * The screens of the console, in the order of the navigation. The first one opens at /operator. To add one, write
 * screens/<name>.tsx with a default export, and a line here. rule: operator-console
 */
export const SCREENS: readonly ConsoleScreen[] = [
  {
    path: '/queues/:queue?/:id?',
    title: 'nav.queues',
    nav: { href: '/queues', label: 'nav.queues' },
    load: () => import('./screens/cases.tsx'),
  },
  {
    path: '/search',
    title: 'nav.search',
    nav: { href: '/search', label: 'nav.search' },
    load: () => import('./screens/search.tsx'),
  },
  { path: '/people/:id', title: 'titles.person', load: () => import('./screens/person.tsx') },
  { path: '/bookings/:id', title: 'titles.booking', load: () => import('./screens/booking.tsx') },
  {
    path: '/payments/:number',
    title: 'titles.payment',
    load: () => import('./screens/payment.tsx'),
  },
  {
    path: '/jobs',
    title: 'nav.jobs',
    nav: { href: '/jobs', label: 'nav.jobs' },
    load: () => import('./screens/jobs.tsx'),
  },
  {
    path: '/claims',
    title: 'nav.claims',
    nav: { href: '/claims', label: 'nav.claims' },
    load: () => import('./screens/claims.tsx'),
  },
  {
    path: '/audit',
    title: 'nav.audit',
    nav: { href: '/audit', label: 'nav.audit' },
    load: () => import('./screens/audit.tsx'),
  },
  {
    path: '/health',
    title: 'nav.health',
    nav: { href: '/health', label: 'nav.health' },
    load: () => import('./screens/health.tsx'),
  },
]
