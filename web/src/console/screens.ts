import type { ComponentType } from 'react'
import type { TFunction } from '#web/i18n/translate.ts'

/** A screen's component. `params` are the named parts of its path. */
export type ConsoleScreenProps = { params: Record<string, string> }

export type ConsoleScreen = {
  /** Its address below /operator, in the syntax of wouter: '/people/:id'. */
  path: string
  /** Its name in the navigation; without one, other screens lead to it. */
  label?: Parameters<TFunction<'console'>>[0]
  load: () => Promise<{ default: ComponentType<ConsoleScreenProps> }>
}

/**
 * The screens of the console, in the order of the navigation. The first one opens at /operator. To add one, write
 * screens/<name>.tsx with a default export, and a line here. rule: operator-console
 */
export const SCREENS: readonly ConsoleScreen[] = [
  { path: '/audit', label: 'nav.audit', load: () => import('./screens/audit.tsx') },
  { path: '/health', label: 'nav.health', load: () => import('./screens/health.tsx') },
]
