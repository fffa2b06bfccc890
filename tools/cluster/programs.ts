import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** The programs that `npm run cluster` runs, with the Debian package and the usual paths of each. */
const PROGRAMS = {
  etcd: { package: 'etcd-server', places: ['/usr/bin/etcd'] },
  patroni: { package: 'patroni', places: ['/usr/bin/patroni'] },
  postgres: {
    package: 'postgresql-15',
    places: [15, 16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`),
  },
  pgbouncer: { package: 'pgbouncer', places: ['/usr/sbin/pgbouncer'] },
  haproxy: { package: 'haproxy', places: ['/usr/sbin/haproxy'] },
  nginx: { package: 'nginx', places: ['/usr/sbin/nginx'] },
} as const

export type Program = keyof typeof PROGRAMS

/** Where each program is, or which packages to install. */
export function findPrograms(): { found: Record<Program, string> } | { missing: string[] } {
  const names = Object.keys(PROGRAMS) as Program[]
  const found = names.map((name) => [name, firstExecutable(name)] as const)
  const missing = found.filter(([, path]) => path === undefined).map(([name]) => name)
  if (missing.length > 0) return { missing: missing.map((name) => PROGRAMS[name].package) }
  return { found: Object.fromEntries(found) as Record<Program, string> }
}

function firstExecutable(name: Program): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, name))
  return [...PROGRAMS[name].places, ...onPath].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
