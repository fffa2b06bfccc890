import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** Somebody without rights, to run the database in root's place. Numbers as `spawn` takes them. */
export interface DatabaseUser {
  uid: number
  gid: number
}

/**
 * Who runs the database on this cluster: undefined means we ourselves. PostgreSQL refuses to run as root, so root hands it
 * to the cluster's owner, and for a new cluster to `postgres` or else `nobody`.
 * Throws EmbeddedPostgresError when the cluster belongs to somebody we cannot become.
 */
export function databaseUser(cluster: string): DatabaseUser | undefined {
  const we = process.getuid?.()
  if (we === undefined) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (we === 0) return owner?.uid ? { uid: owner.uid, gid: owner.gid } : unprivileged()
  if (owner && owner.uid !== we) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to another user (number ${owner.uid}). Start Lustra as that user or as root, or choose another DATA_DIR.`,
    )
  }
  return undefined
}

/** Whether the database's user can enter the folder, whatever modes and access lists stand on the way. */
export function canEnter(user: DatabaseUser | undefined, folder: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' })
  return result.status === 0
}

function unprivileged(): DatabaseUser {
  for (const name of ['postgres', 'nobody']) {
    const uid = numberOf('-u', name)
    const gid = numberOf('-g', name)
    if (uid && gid) return { uid, gid }
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody to run it. Start Lustra as an ordinary user, or set DATABASE_URL.',
  )
}

function numberOf(flag: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
  } catch {
    return undefined
  }
}
