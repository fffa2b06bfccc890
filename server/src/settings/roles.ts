import type { Env } from './declarations.ts'
import { StartupProblem } from './startup-problem.ts'

const ROLES = ['web', 'jobs', 'pictures', 'migrate'] as const

/**
 * A part of the work that a process can do: calls, pages and live connections; jobs; the jobs of pictures; migrations.
 */
export type Role = (typeof ROLES)[number]

const SHAPE = 'ROLES has to be some of web, jobs, pictures and migrate, with commas between them.'
const NEEDS_DATABASE =
  'ROLES needs DATABASE_URL: the embedded database belongs to one process, which does everything.'

/** The roles of this process; all of them without ROLES. Throws StartupProblem. rule: process-roles */
export function readRoles(env: Env): ReadonlySet<Role> {
  const text = env['ROLES']
  if (!text) return new Set(ROLES)
  const names = text.split(',').map((name) => name.trim())
  const roles = new Set(ROLES.filter((role) => names.includes(role)))
  if (names.some((name) => !roles.has(name as Role))) throw new StartupProblem(SHAPE)
  const isWhole = roles.size === ROLES.length
  if (!env['DATABASE_URL'] && !isWhole && !onlyMigrates(roles))
    throw new StartupProblem(NEEDS_DATABASE)
  return roles
}

/** Whether a process ends when it has migrated. */
export function onlyMigrates(roles: ReadonlySet<Role>): boolean {
  return roles.size === 1 && roles.has('migrate')
}
