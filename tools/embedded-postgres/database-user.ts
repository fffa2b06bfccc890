import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** The unprivileged user that runs the database when Lustra runs as root: numbers, as `spawn` takes them. */
export interface DatabaseUser {
  uid: number
  gid: number
}

/**
 * The user that runs the database; undefined means the user of this process. PostgreSQL refuses to run as root, so root
 * uses the cluster's owner, and for a new cluster the user `postgres` or `nobody`. Throws EmbeddedPostgresError when
 * the cluster belongs to a user that this process cannot become.
 */
export function databaseUser(cluster: string): DatabaseUser | undefined {
  const ownUid = process.getuid?.()
  if (ownUid === undefined) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (ownUid === 0) return owner?.uid ? { uid: owner.uid, gid: owner.gid } : unprivilegedUser()
  if (owner && owner.uid !== ownUid) {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to another user (number ${owner.uid}). Start Lustra as that user or as root, or choose another DATA_DIR.`,
    )
  }
  return undefined
}

/**
 * Whether the database's user can enter the folder. Tried out, because modes and access lists of every parent folder
 * count.
 */
export function canEnter(user: DatabaseUser | undefined, folder: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' })
  return result.status === 0
}

function unprivilegedUser(): DatabaseUser {
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
